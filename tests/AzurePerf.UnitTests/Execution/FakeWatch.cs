using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Testing.Measurements;
using AzurePerf.Worker.Execution;

namespace AzurePerf.UnitTests.Execution;

/// <summary>Says of each window what a test wants to be seen: nothing remarkable, unless it says otherwise.</summary>
internal sealed class FakeWatch : IGeneratorWatch
{
    public MeasurementEnvironment Seen { get; init; } = SampleEnvironment.Value;

    public IWatchedWindow Prepare(MeasurementClock clock, IProbeSetup probe, ClientShare share) => new Window(Seen);

    private sealed class Window(MeasurementEnvironment seen) : IWatchedWindow
    {
        public void Calibrate()
        {
        }

        public void Open()
        {
        }

        public MeasurementEnvironment Close() => seen;

        public void Dispose()
        {
        }
    }
}
