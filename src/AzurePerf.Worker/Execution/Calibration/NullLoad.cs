using AzurePerf.Core.Experiments;

namespace AzurePerf.Worker.Execution.Calibration;

/// <summary>The load of a calibration: as many clients as there are processors, for a tenth of a second after a warm-up in which the runtime compiles the loop for good.</summary>
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
