using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Reports.Documents;

namespace AzurePerf.Web.Comparisons;

/// <summary>Comparisons of several runs with one baseline, combination by combination, all ratios on one axis.</summary>
/// <param name="Groups">One per configuration, in the order of the baseline.</param>
/// <param name="Low">Left end of the axis.</param>
/// <param name="High">Right end.</param>
/// <param name="Margin">Changes up to this share do not matter.</param>
internal sealed record CompareTable(IReadOnlyList<CompareTable.Group> Groups, double Low, double High, double Margin)
{
    private const double SmallestSpan = 1.25;
    private const double LargestSpan = 100;

    /// <summary>One combination.</summary>
    /// <param name="Levels">In words.</param>
    /// <param name="Baseline">As the baseline measured it.</param>
    /// <param name="Rows">One per run compared with it.</param>
    internal sealed record Group(string Levels, ComparedSideResponse Baseline, IReadOnlyList<Row> Rows);

    /// <summary>One run against the baseline.</summary>
    /// <param name="Run">The run.</param>
    /// <param name="Point">What the two say about each other.</param>
    internal sealed record Row(ComparedRunResponse Run, ComparedPointResponse Point);

    public static CompareTable Of(ComparedGroup compared)
    {
        var comparisons = compared.Comparisons;
        var groups = comparisons
            .SelectMany(comparison => comparison.Points,
                (comparison, point) =>
                    (Key: PointPairing.KeyOf(point.Levels, compared.Experiment), Row: new Row(comparison.Candidate, point)))
            .GroupBy(entry => entry.Key)
            .Select(group => GroupOf(compared, [.. group.Select(entry => entry.Row)]));
        var ratios = comparisons.SelectMany(comparison => comparison.Points)
            .SelectMany(point => new[] { point.Ratio, point.RatioLow, point.RatioHigh }).OfType<double>().ToArray();
        // As far to the left as to the right, on a logarithmic axis: half and double look alike.
        var span = ratios.Select(ratio => Math.Max(ratio, 1 / ratio)).Append(SmallestSpan).Max() * 1.05;
        span = Math.Min(span, LargestSpan);
        return new([.. groups], 1 / span, span, comparisons[0].Margin);
    }

    /// <summary>Place of a ratio on an axis from 0 to a width.</summary>
    public double X(double ratio, double width) => width * Math.Clamp(Math.Log(ratio / Low) / Math.Log(High / Low), 0, 1);

    private static Group GroupOf(ComparedGroup compared, Row[] rows) =>
        new(compared.NameOf(rows.MaxBy(row => row.Point.Levels.Count)!.Point.Levels), rows[0].Point.Baseline, rows);
}
