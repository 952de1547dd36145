using AzurePerf.Core.Experiments;
using AzurePerf.Core.Probes;
using AzurePerf.Testing.Time;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

/// <summary>A runner on a clock that stands still.</summary>
internal sealed class RunnerScene
{
    public FakeTimeProvider Time { get; } = new();

    public FakeWatch Watch { get; init; } = new();

    public RunnerProgress Progress { get; init; } = new();

    public Task<Measurement> RunAsync(IProbeSetup probe, MeasurementOptions load, CancellationToken? stop = null) =>
        new ProbeRunner(new FakeOutcomes(), Time, Watch).RunAsync(probe, load, Progress, stop ?? TestContext.Current.CancellationToken);

    public void Advance(double milliseconds) => Time.Advance(TimeSpan.FromMilliseconds(milliseconds));
}
