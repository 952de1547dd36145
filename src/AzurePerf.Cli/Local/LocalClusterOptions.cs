using AzurePerf.Core.Targets;

namespace AzurePerf.Cli.Local;

/// <summary>What to start on this machine.</summary>
public sealed record LocalClusterOptions
{
    /// <summary>Port of the web host on 127.0.0.1; 0 takes a free one.</summary>
    public int Port { get; init; } = 5080;

    /// <summary>Measure workers, 1 to 64.</summary>
    public int Workers { get; init; } = 2;

    /// <summary>Accounts to use, or null to start two emulators: one for the control plane, one as the target.</summary>
    public StorageAccounts? Accounts { get; init; }

    /// <summary>Folder that gets one log file per process, made if absent; null writes none.</summary>
    public string? LogsFolder { get; init; }

    /// <summary>Settings that every host gets on its command line, such as Engine:Heartbeat=00:00:05. No secrets.</summary>
    public IReadOnlyDictionary<string, string> HostSettings { get; init; } = new Dictionary<string, string>();

    /// <summary>Time that each host has to become ready.</summary>
    public TimeSpan ReadyLimit { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Where the hosts are; the tool carries them beside itself.</summary>
    public string HostsFolder { get; init; } = Path.Combine(AppContext.BaseDirectory, "hosts");
}
