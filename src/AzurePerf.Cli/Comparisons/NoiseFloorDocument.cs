using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;

namespace AzurePerf.Cli.Comparisons;

/// <summary>The result of an A/A measurement; with --output json it is printed as it is.</summary>
/// <param name="Target">The measured account's name.</param>
/// <param name="Experiment">Catalogue id.</param>
/// <param name="Scale">paper, reduced, quick or custom.</param>
/// <param name="Metric">What was looked at.</param>
/// <param name="Unit">Of its values.</param>
/// <param name="Margin">Of the rule whose false alarms are counted.</param>
/// <param name="Runs">Ids in the order of measurement, sides A and B in turn.</param>
/// <param name="Points">One entry per configuration.</param>
internal sealed record NoiseFloorDocument(
    string Target, string Experiment, string Scale, string Metric, string Unit, double Margin, IReadOnlyList<string> Runs,
    IReadOnlyList<AaPoint> Points)
{
    /// <summary>What kind of number the metric is.</summary>
    public Quantity Quantity { get; init; }

    /// <summary>What must be said of every number of the experiment; empty for nothing.</summary>
    public string Disclaimer { get; init; } = "";

    public static NoiseFloorDocument Of(
        NoiseFloorRequest request, IReadOnlyList<(string Id, AaRun Run)> runs, Metric metric, ComparisonRule rule)
    {
        var points = AaPoint.Of([.. runs.Select(run => run.Run)], metric, rule);
        var scale = string.Join(", ", points.Select(point => point.SideA.Scale).Distinct());
        return new(request.Target, request.Experiment, scale, metric.Name, metric.Unit, rule.Margin, [.. runs.Select(run => run.Id)],
            points)
        { Quantity = metric.Quantity };
    }
}
