using AzurePerf.Core.Targets;

namespace AzurePerf.Cli.Local;

/// <summary>What to start on this machine.</summary>
public sealed record LocalClusterOptions
{
    /// <summary>Port of the web host on 127.0.0.1; 0 takes a free one.</summary>
    public int Port { get; init; } = 5080;

    /// <summary>Measure workers, 1 to 64.</summary>
    public int Workers { get; init; } = 2;

    /// <summary>Account of the control plane, or null to start an emulator for it.</summary>
    public StorageAccountAddress? Control { get; init; }

    /// <summary>Accounts to measure by the names of the targets; none starts an emulator as the target "default".</summary>
    public IReadOnlyDictionary<string, StorageAccountAddress> Targets { get; init; } = new Dictionary<string, StorageAccountAddress>();

    /// <summary>Allows a target in the control account, which flags every point.</summary>
    public bool SameAccount { get; init; }

    /// <summary>Folder that gets one log file per process, made if absent; null writes none.</summary>
    public string? LogsFolder { get; init; }

    /// <summary>Settings that every host gets on its command line, such as Engine:Heartbeat=00:00:05. No secrets.</summary>
    public IReadOnlyDictionary<string, string> HostSettings { get; init; } = new Dictionary<string, string>();

    /// <summary>Time that each host has to become ready: less than a host waits for its account, so that it can be said what is waited for.</summary>
    public TimeSpan ReadyLimit { get; init; } = TimeSpan.FromSeconds(40);

    /// <summary>Where the hosts are; the tool carries them beside itself.</summary>
    public string HostsFolder { get; init; } = Path.Combine(AppContext.BaseDirectory, "hosts");
}
