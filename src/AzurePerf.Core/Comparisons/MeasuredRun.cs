using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
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
    /// <param name="metric">One that <see cref="ComparedMetric.IsOf"/> the experiment.</param>
    public IReadOnlyList<ComparedPoint> Compared(ComparedMetric metric)
    {
        var points = WithoutDrift(metric);
        var drifts = RepetitionDrift.Of([.. points.Select(point => point.Values)]);
        return [.. points.Zip(drifts, (point, drift) => point with { Drift = drift })];
    }

    /// <summary>The same, for callers that do not need to know whether the repetitions drift.</summary>
    internal IReadOnlyList<ComparedPoint> WithoutDrift(ComparedMetric metric) =>
        [.. RunPoints.Of(Points, metric, Setting()).Select(point => InUnit(point, metric)).OrderBy(point => LevelOrder.RankOf(Spec, point.Levels))];

    private ComparedPoint InUnit(ComparedPoint point, ComparedMetric metric)
    {
        if (metric != ComparedMetric.FlopRate)
        {
            return point;
        }

        var flop = RunPlanner.Bind(ExperimentCatalogue.Find(Spec.Experiment)!, Spec, point.Levels).FlopPerOperation!.Value;
        return point with { Values = [.. point.Values.Select(value => value * flop)] };
    }

    // Client library, build and machine come from the points.
    private MeasurementSetting Setting() => new("", "", "", Spec.Tags.GetValueOrDefault(RegionTag, ""), Spec.Scale) { Parameters = FixedParameters() };

    private string FixedParameters()
    {
        var values = Spec.Parameters.Where(parameter => parameter.Value is not JsonArray)
            .Concat(NotKnownThen())
            .OrderBy(parameter => parameter.Key, StringComparer.Ordinal)
            .Select(parameter => KeyValuePair.Create(parameter.Key, parameter.Value?.DeepClone()))
            .Append(KeyValuePair.Create<string, JsonNode?>("workers", Spec.Workers));
        return new JsonObject(values).ToJsonString();
    }

    /// <summary>Parameters that the build which took the spec did not have: it measured as their defaults say.</summary>
    private IEnumerable<KeyValuePair<string, JsonNode?>> NotKnownThen() => (ExperimentCatalogue.Find(Spec.Experiment)?.Parameters ?? [])
        .Where(parameter => !parameter.Factor && !Spec.Parameters.ContainsKey(parameter.Name))
        .Select(parameter => KeyValuePair.Create<string, JsonNode?>(parameter.Name, parameter.Default));
}
