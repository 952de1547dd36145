using AzurePerf.Core.Api;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;

namespace AzurePerf.Cli.Local;

/// <summary>What to start on this machine.</summary>
public sealed record LocalClusterOptions
{
    /// <summary>Port of the web host on 127.0.0.1; 0 takes a free one.</summary>
    public int Port { get; init; } = 5080;

    /// <summary>Measure workers that always run, 0 to 64.</summary>
    public int Workers { get; init; } = 2;

    /// <summary>Measure workers that run while their queue has work for so many, 1 to 64 and at least <see cref="Workers"/>; null for no
    /// more than those.</summary>
    public int? MostWorkers { get; init; }

    /// <summary>Bag workers that always run, 0 to 64.</summary>
    public int BagWorkers { get; init; }

    /// <summary>Bag workers that run while their queue has work for so many, 1 to 64 and at least <see cref="BagWorkers"/>.</summary>
    public int MostBagWorkers { get; init; } = 1;

    /// <summary>Tasks that a bag worker executes at once, 1 to 64.</summary>
    public int BagSlots { get; init; } = 8;

    /// <summary>How fast the numbers of workers follow their queues.</summary>
    public ScalePace Pace { get; init; } = ScalePace.Default;

    /// <summary>Account of the control plane, or null to start an emulator for it.</summary>
    public StorageAccountAddress? Control { get; init; }

    /// <summary>Accounts to measure by the names of the targets; none starts an emulator as the target "default".</summary>
    public IReadOnlyDictionary<string, StorageAccountAddress> Targets { get; init; } = new Dictionary<string, StorageAccountAddress>();

    /// <summary>Targets of other kinds.</summary>
    public OtherTargets OtherTargets { get; init; } = OtherTargets.None;

    /// <summary>True where databases are measured: unless one is given, a server is started for that.</summary>
    public bool MeasuresDatabases { get; init; }

    /// <summary>True starts a made archive of satellite images, and has the workers fetch from it.</summary>
    public bool MakesSource { get; init; }

    /// <summary>Allows a target in the control account, which flags every point.</summary>
    public bool SameAccount { get; init; }

    /// <summary>Folder that gets one log file per process, made if absent; null writes none.</summary>
    public string? LogsFolder { get; init; }

    /// <summary>Settings that every host gets on its command line, such as Engine:Heartbeat=00:00:05. No secrets.</summary>
    public IReadOnlyDictionary<string, string> HostSettings { get; init; } = new Dictionary<string, string>();

    /// <summary>Time that each host has to become ready: less than a host waits for its account, so that it can be said what is waited
    /// for.</summary>
    public TimeSpan ReadyLimit { get; init; } = TimeSpan.FromSeconds(40);

    /// <summary>Where the hosts are; the tool carries them beside itself.</summary>
    public string HostsFolder { get; init; } = Path.Combine(AppContext.BaseDirectory, "hosts");

    /// <exception cref="ArgumentException">A number of workers is out of its range.</exception>
    internal IReadOnlyList<LocalPool> Pools() =>
    [
        new(WorkerPool.Measure, ControlNames.MeasureQueue, "worker", Limits(Workers, MostWorkers ?? Workers, slots: 1)),
        new(WorkerPool.Bag, ControlNames.BagQueue, "bag-worker", Limits(BagWorkers, MostBagWorkers, BagSlots)),
    ];

    private static ScaleLimits Limits(int least, int most, int slots) =>
        least >= 0 && most is >= 1 and <= PoolScaleRequest.MostLocal && least <= most && slots is >= 1 and <= 64
        ? new(least, most, slots)
        : throw new ArgumentException(
            $"{least} to {most} workers of {slots} slots are not from 0 to 64 workers, 1 at most or more, and 1 to 64 slots");
}
