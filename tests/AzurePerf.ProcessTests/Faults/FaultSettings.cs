using AzurePerf.Core.Ids;
using AzurePerf.Core.Workers;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>
/// How the engine runs whose processes are killed. AZUREPERF_FAULTS_HEARTBEAT=20 gives it the real heartbeat, in seconds, in place of one second: every interval and
/// every load of these tests follows. AZUREPERF_FAULTS_SEED=N draws the faults of one seed again; without it a heartbeat of a second draws those of seed 1, any
/// other those of a new seed.
/// </summary>
internal static class FaultSettings
{
    private const int QuickHeartbeatSeconds = 1;

    public static EngineTimes Times { get; } = new(TimeSpan.FromSeconds(Night.Asked("AZUREPERF_FAULTS_HEARTBEAT") ?? QuickHeartbeatSeconds));

    public static TimeSpan Heartbeat => Times.Heartbeat;

    public static int Seed { get; } =
        Night.Asked("AZUREPERF_FAULTS_SEED") ?? (Times.Heartbeat == TimeSpan.FromSeconds(QuickHeartbeatSeconds) ? 1 : new RandomIdSource().NewSeed());

    /// <summary>Days of images that are made under faults: AZUREPERF_FAULTS_DAYS, six by default.</summary>
    public static int Days { get; } = Night.Asked("AZUREPERF_FAULTS_DAYS") ?? 6;

    /// <summary>A load of a test, in milliseconds: so many heartbeats.</summary>
    public static int Milliseconds(double heartbeats) => (int)(Heartbeat.TotalMilliseconds * heartbeats);
}
