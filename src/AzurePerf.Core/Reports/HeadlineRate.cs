using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Reports;

/// <summary>The rate that the results of a run are about: bytes, floating-point operations or operations per second.</summary>
public sealed class HeadlineRate(ExperimentDefinition? definition, RunSpec spec)
{
    private readonly bool _isBytes = definition is { MeasuresBytes: true };
    private readonly bool _isFlop = definition is { MeasuresFlop: true };

    /// <summary>As printed in a heading.</summary>
    public string Unit => _isBytes ? "MB/s" : _isFlop ? "GFLOP/s" : "ops/s";

    /// <summary>The unit with its definition where it needs one.</summary>
    public string UnitInWords =>
        _isBytes ? "MB/s (1 MB = 10^6 B)" : _isFlop ? "GFLOP/s (10^9 floating-point operations/s, as many as the method counts)" : Unit;

    /// <summary>Bytes per second where those are the headline, else operations per second.</summary>
    public RateStatistics Of(PointSummary summary)
    {
        ArgumentNullException.ThrowIfNull(summary);
        return _isBytes ? summary.BytesPerSecond : summary.OperationsPerSecond;
    }

    /// <summary>A figure of <see cref="Of"/> in the unit.</summary>
    /// <param name="perSecond">Bytes or operations.</param>
    /// <param name="levels">Of the point.</param>
    public string Text(double perSecond, JsonObject levels) =>
        _isBytes ? NumberFormat.Megabytes(perSecond)
        : _isFlop ? NumberFormat.Significant(perSecond * RunPlanner.Bind(definition!, spec, levels).FlopPerOperation!.Value / 1e9)
        : NumberFormat.Significant(perSecond);
}
