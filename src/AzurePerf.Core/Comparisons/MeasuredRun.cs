using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Comparisons;

/// <summary>A run with what it published.</summary>
/// <param name="Spec">What was asked for.</param>
/// <param name="Points">Every point.</param>
public sealed record MeasuredRun(RunSpec Spec, IReadOnlyList<PointRecord> Points)
{
    /// <summary>The label that names the region of a run: no service tells a worker where it stands.</summary>
    public const string RegionTag = "region";

    /// <summary>Its combinations with the metric of each repetition, in the order in which the spec lists them.</summary>
    /// <param name="metric">One that <see cref="Metric.IsOf"/> the experiment.</param>
    public IReadOnlyList<ComparedPoint> Compared(Metric metric) => Compared(LevelResults.Of(Spec, Points), metric);

    /// <summary>The same of results that are there already.</summary>
    internal static IReadOnlyList<ComparedPoint> Compared(LevelResults results, Metric metric)
    {
        var points = RunPoints.Of(results, metric, SettingOf(results.Spec));
        var drifts = RepetitionDrift.Of([.. points.Select(point => point.Values)]);
        return [.. points.Zip(drifts, (point, drift) => point with { Drift = drift })];
    }

    // Client library, build and machine come from the points.
    private static MeasurementSetting SettingOf(RunSpec spec) =>
        new("", "", "", spec.Tags.GetValueOrDefault(RegionTag, ""), spec.Scale) { Parameters = FixedParameters(spec) };

    private static string FixedParameters(RunSpec spec)
    {
        var values = spec.Parameters.Where(parameter => parameter.Value is not JsonArray)
            .Concat(NotKnownThen(spec))
            .OrderBy(parameter => parameter.Key, StringComparer.Ordinal)
            .Select(parameter => KeyValuePair.Create(parameter.Key, parameter.Value?.DeepClone()))
            .Append(KeyValuePair.Create<string, JsonNode?>("workers", spec.Workers));
        return new JsonObject(values).ToJsonString();
    }

    /// <summary>Parameters that the build which took the spec did not have: it measured as their defaults say.</summary>
    private static IEnumerable<KeyValuePair<string, JsonNode?>> NotKnownThen(RunSpec spec) =>
        (KnownExperiments.Catalogue.Find(spec.Experiment)?.Parameters ?? [])
        .Where(parameter => !parameter.Factor && !spec.Parameters.ContainsKey(parameter.Name))
        .Select(parameter => KeyValuePair.Create<string, JsonNode?>(parameter.Name, parameter.Default));
}
