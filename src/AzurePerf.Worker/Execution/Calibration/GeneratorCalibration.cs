using System.Net.Sockets;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution.Calibration;

/// <summary>
/// Measures what this worker can do without a service, before its first point of a run and again when that is long ago. Takes eight tenths
/// of a second of load, and what it takes to start that and to verify 26 MB.
/// </summary>
internal sealed partial class GeneratorCalibration(IOutcomeClassifier classifier, TimeProvider time, ILogger<GeneratorCalibration> logger)
{
    /// <summary>Figures older than this are measured again: a machine today is not the machine of yesterday.</summary>
    internal static readonly TimeSpan Lifetime = TimeSpan.FromMinutes(30);

    private long? _measuredAt;
    private string _measuredFor = "";
    private string _repeatedFor = "";

    /// <summary>How long operations are performed.</summary>
    internal NullLoad Load { get; init; } = new();

    /// <summary>How long each connection sends.</summary>
    internal long TransferNanoseconds { get; init; } = 100_000_000;

    /// <summary>Null before the first measurement.</summary>
    public CalibrationResult? Latest { get; private set; }

    /// <summary>Makes sure that the figures are those of a run and not too old. Nothing else may run on the worker meanwhile.</summary>
    public async Task RefreshAsync(string runId, CancellationToken cancellationToken)
    {
        if (_measuredAt is not { } then || time.GetElapsedTime(then) > Lifetime || _measuredFor != runId)
        {
            Latest = await MeasureAsync(cancellationToken);
            (_measuredAt, _measuredFor) = (time.GetTimestamp(), runId);
        }
    }

    /// <summary>Compares the figures with what a point then did. Where that refutes them they are measured again before the next point,
    /// once a run.</summary>
    public void Check(OperationSummary summary)
    {
        if (_repeatedFor != _measuredFor && Latest?.AreRefutedBy(summary.OperationsPerSecond.Total, summary.BytesPerSecond.Total) == true)
        {
            (_measuredAt, _repeatedFor) = (null, _measuredFor);
            LogRefuted(summary.OperationsPerSecond.Total, summary.BytesPerSecond.Total / 1e6);
        }
    }

    private async Task<CalibrationResult> MeasureAsync(CancellationToken cancellationToken)
    {
        var clock = new MeasurementClock(TimeProvider.System);
        var figures = new CalibrationResult(
            await OperationRateAsync(cancellationToken), VerificationCost.NanosecondsPerByte(clock),
            await TransferRateAsync(clock, cancellationToken));
        LogCalibrated(figures.OperationsPerSecond, figures.NanosecondsPerVerifiedByte, figures.LoopbackBytesPerSecond / 1e6);
        return figures;
    }

    private async Task<double> OperationRateAsync(CancellationToken cancellationToken)
    {
        await using var probe = new NullProbe(Load.Clients);
        var runner = new ProbeRunner(classifier, TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null))
        {
            // Nobody reads them, and as text they are tens of megabytes just before a point begins.
            MostSamples = 0,
        };
        var measurement = await runner.RunAsync(probe, Load, new(), cancellationToken);
        return measurement.Summary.OperationsPerSecond.Total;
    }

    private async Task<double?> TransferRateAsync(MeasurementClock clock, CancellationToken cancellationToken)
    {
        try
        {
            return await LoopbackTransfer.RateAsync(clock, TransferNanoseconds, Environment.ProcessorCount, cancellationToken);
        }
        catch (SocketException failure)
        {
            LogNoLoopback(failure.Message);
            return null;
        }
    }

    [LoggerMessage(Level = LogLevel.Information,
        Message = "Without a service this worker performs {OperationsPerSecond:F0} operations/s, verifies a byte in "
            + "{NanosecondsPerByte:F3} ns and moves {MegabytesPerSecond:F0} MB/s")]
    private partial void LogCalibrated(double operationsPerSecond, double nanosecondsPerByte, double? megabytesPerSecond);

    [LoggerMessage(Level = LogLevel.Information,
        Message = "A point performed {OperationsPerSecond:F0} operations/s and moved {MegabytesPerSecond:F0} MB/s, more than the worker "
            + "was measured to do: that is measured again")]
    private partial void LogRefuted(double operationsPerSecond, double megabytesPerSecond);

    [LoggerMessage(Level = LogLevel.Warning, Message = "The rate at which this worker can move bytes could not be measured: {Reason}")]
    private partial void LogNoLoopback(string reason);
}

/// <summary>The load of a calibration: as many clients as there are processors, for a tenth of a second after a warm-up in which the
/// runtime compiles the loop for good.</summary>
internal sealed record NullLoad : MeasurementOptions
{
    private const double Seconds = 0.1;
    private const double CompilationSeconds = 0.6;

    public NullLoad()
    {
        Clients = Math.Min(Environment.ProcessorCount, MaximumClients);
        OperationsPerClient = 0;
        DurationSeconds = Seconds;
        WarmUpOperations = int.MaxValue;
        WarmUpSeconds = CompilationSeconds;
    }
}
