using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>The rate that an experiment is about, of all clients or of one: each client's own mean, added up or averaged, as the tables have it.</summary>
internal sealed class RateMetric(ExperimentDefinition definition, RunSpec spec, bool perClient)
{
    public bool IsBytes => definition.MeasuresBytes;

    public bool IsPerClient => perClient;

    /// <summary>Bytes, floating-point operations or operations per second.</summary>
    public double ValueOf(PointRecord point)
    {
        var rate = definition.MeasuresBytes ? point.Summary!.BytesPerSecond : point.Summary!.OperationsPerSecond;
        return (perClient ? rate.PerClientMean : rate.SumOfClientMeans) * PerOperation(point.Levels);
    }

    /// <summary>Of one of several workers.</summary>
    public double ValueOf(Curves.WorkerRate worker, JsonObject levels) =>
        (definition.MeasuresBytes ? worker.BytesPerSecond : worker.OperationsPerSecond) * PerOperation(levels);

    /// <summary>The unit for values up to this.</summary>
    public ChartUnit UnitFor(double largest) =>
        definition.MeasuresBytes ? ChartUnit.OfBytes(largest) : definition.MeasuresFlop ? ChartUnit.OfFlops(largest) : ChartUnit.OfOperations(largest);

    /// <summary>What was published of it, with how many base units one of the published is.</summary>
    public (PublishedMetric Metric, double Size)? Published => (definition.MeasuresBytes, definition.MeasuresFlop, perClient) switch
    {
        (true, _, false) => (PublishedMetric.MegabytesPerSecond, 1e6),
        (true, _, true) => (PublishedMetric.MegabytesPerSecondPerClient, 1e6),
        (false, false, false) => (PublishedMetric.OperationsPerSecond, 1),
        (false, false, true) => (PublishedMetric.OperationsPerSecondPerClient, 1),
        _ => null,
    };

    private double PerOperation(JsonObject levels) => definition.MeasuresFlop ? RunPlanner.Bind(definition, spec, levels).FlopPerOperation ?? 1 : 1;
}
