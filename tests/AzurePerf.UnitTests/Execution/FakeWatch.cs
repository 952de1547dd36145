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

    /// <summary>What windows were asked for, in order.</summary>
    public List<string> Asked { get; } = [];

    /// <summary>Whether the window was closed on a thread of the thread pool; null before it was.</summary>
    public bool? ClosedInPool { get; private set; }

    public IWatchedWindow Prepare(MeasurementClock clock, IProbeSetup probe, ClientShare share) => new Window(this);

    private sealed class Window(FakeWatch watch) : IWatchedWindow
    {
        public void Calibrate() => watch.Asked.Add(nameof(Calibrate));

        public void Collect() => watch.Asked.Add(nameof(Collect));

        public void Open() => watch.Asked.Add(nameof(Open));

        public MeasurementEnvironment Close()
        {
            watch.Asked.Add(nameof(Close));
            watch.ClosedInPool = Thread.CurrentThread.IsThreadPoolThread;
            return watch.Seen;
        }

        public void Dispose()
        {
        }
    }
}
