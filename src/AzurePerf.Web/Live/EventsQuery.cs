using System.Globalization;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Live;

/// <summary>Which events of a run are asked for.</summary>
/// <param name="After">Sequence of the last event that the caller has.</param>
/// <param name="Limit">How many at most; for a list only.</param>
internal sealed record EventsQuery(int After, int Limit)
{
    public const string LastEventId = "Last-Event-ID";

    /// <summary>Events in one list.</summary>
    public const int LargestLimit = 1_000;

    /// <summary>Reads query and headers. A browser that comes back says where it was in Last-Event-ID, whatever stands in the address.</summary>
    public static (EventsQuery? Query, IReadOnlyList<SpecFault> Faults) Read(HttpRequest request)
    {
        var faults = new List<SpecFault>();
        var after = Number(request.Query["after"].ToString(), 0, 0, int.MaxValue - 1, "after", faults);
        var limit = Number(request.Query["limit"].ToString(), LargestLimit, 1, LargestLimit, "limit", faults);
        var resumed = Number(request.Headers[LastEventId].ToString(), after, 0, int.MaxValue - 1, LastEventId, faults);
        return faults.Count > 0 ? (null, faults) : (new(resumed, limit), []);
    }

    /// <summary>True when the caller takes server-sent events.</summary>
    public static bool WantsStream(HttpRequest request) =>
        request.GetTypedHeaders().Accept.Any(accepted => accepted.MediaType == "text/event-stream" && accepted.Quality != 0);

    private static int Number(string text, int absent, int minimum, int maximum, string name, List<SpecFault> faults)
    {
        if (text.Length == 0)
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
