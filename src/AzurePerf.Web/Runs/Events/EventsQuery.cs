using System.Globalization;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Runs.Events;

/// <summary>Which events of a run are asked for.</summary>
/// <param name="After">Sequence of the last event that the caller has.</param>
/// <param name="Limit">How many at most; for a list only.</param>
internal sealed record EventsQuery(int After, int Limit)
{
    public const string LastEventId = "Last-Event-ID";

    /// <summary>Events in one list.</summary>
    public const int LargestLimit = 1_000;

    /// <summary>Reads query and headers. A browser that comes back says where it was in Last-Event-ID, whatever stands in the
    /// address.</summary>
    public static (EventsQuery? Query, IReadOnlyList<SpecFault> Faults) Read(string? after, string? limit, string? lastEventId)
    {
        var faults = new List<SpecFault>();
        var begun = Number(after, 0, 0, int.MaxValue - 1, "after", faults);
        var count = Number(limit, LargestLimit, 1, LargestLimit, "limit", faults);
        var resumed = Number(lastEventId, begun, 0, int.MaxValue - 1, LastEventId, faults);
        return faults.Count > 0 ? (null, faults) : (new(resumed, count), []);
    }

    private static int Number(string? text, int absent, int minimum, int maximum, string name, List<SpecFault> faults)
    {
        if (string.IsNullOrEmpty(text))
        {
            return absent;
        }

        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= minimum && number <= maximum)
        {
            return number;
        }

        faults.Add(new(name, string.Create(CultureInfo.InvariantCulture, $"must be a whole number from {minimum} to {maximum}")));
        return absent;
    }
}
