using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;

namespace AzurePerf.Web.Runs;

/// <summary>Which of a run's points are asked for.</summary>
/// <param name="After">Number of the last point of the page before; 0 for the first page.</param>
/// <param name="Limit">How many at most; null for all.</param>
internal sealed record PointPage(int After, int? Limit)
{
    private const int LargestLimit = 2_000;

    public static (PointPage? Page, IReadOnlyList<SpecFault> Faults) Read(string? after, string? limit)
    {
        var faults = new List<SpecFault>();
        var from = Number(after, 0, int.MaxValue, "after", faults);
        var count = Number(limit, 1, LargestLimit, "limit", faults);
        return faults.Count > 0 ? (null, faults) : (new(from ?? 0, count), []);
    }

    /// <summary>The page of a run's points. What is derived from all of them stands on the first page only.</summary>
    public PointListResponse Of(PointListResponse all)
    {
        if (After == 0 && Limit is null)
        {
            return all;
        }

        var rest = all.Points.Where(point => point.Number > After).ToArray();
        var shown = rest.Take(Limit ?? int.MaxValue).ToArray();
        var page = After == 0
            ? all with { Points = shown }
            : all with
            {
                Points = shown,
                Ratios = [],
                Published = [],
                Criteria = null,
                Sections = [],
                Repetitions = [],
                Series = [],
            };
        return shown.Length == rest.Length
            ? page
            : page with
            {
                Next = string.Create(
                    CultureInfo.InvariantCulture, $"{RunsApi.AddressOf(all.RunId)}/points?after={shown[^1].Number}&limit={Limit}"),
            };
    }

    private static int? Number(string? text, int minimum, int maximum, string name, List<SpecFault> faults)
    {
        if (text is null)
        {
            return null;
        }

        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= minimum && number <= maximum)
        {
            return number;
        }

        faults.Add(new(name, string.Create(CultureInfo.InvariantCulture, $"must be a whole number from {minimum} to {maximum}")));
        return null;
    }
}
