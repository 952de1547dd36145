using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Reports;

/// <summary>The rate that the results of a run are about: bytes, floating-point operations or operations per second.</summary>
public sealed class HeadlineRate(ExperimentDefinition definition, RunSpec spec)
{
    private readonly Metric _metric = definition.Metrics[0];

    /// <summary>As printed in a heading.</summary>
    public string Unit => MetricText.Unit(_metric.Unit);

    /// <summary>Bytes per second where those are the headline, else operations per second.</summary>
    public RateStatistics Of(OperationSummary summary)
    {
        ArgumentNullException.ThrowIfNull(summary);
        return _metric.Is(OperationMetrics.ByteRate) ? summary.BytesPerSecond : summary.OperationsPerSecond;
    }

    /// <summary>A figure of <see cref="Of"/> in the unit.</summary>
    /// <param name="perSecond">Bytes or operations.</param>
    /// <param name="levels">Of the point.</param>
    public string Text(double perSecond, JsonObject levels) =>
        MetricText.Value(perSecond * (_metric.Scale?.Invoke(RunPlanner.Bind(definition, spec, levels)) ?? 1), _metric.Unit);
}
