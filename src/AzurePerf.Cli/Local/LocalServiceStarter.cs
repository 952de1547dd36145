using AzurePerf.Cli.Output;
using AzurePerf.Core.Settings;

namespace AzurePerf.Cli.Local;

/// <summary>Starts the services as processes of this machine.</summary>
internal sealed class LocalServiceStarter : IServiceStarter
{
    /// <summary>
    /// On one machine requests cost nothing, so that a dead worker is noticed and a new run begun sooner than in a cloud. Whoever starts
    /// everything by hand is there to be told that an address is wrong.
    /// </summary>
    private static readonly Dictionary<string, string> LocalSettings = new()
    {
        ["Engine:Heartbeat"] = "00:00:05",
        ["Worker:LongestIdlePause"] = "00:00:01",
        ["Worker:TargetsMustAnswer"] = "true",
    };

    public async Task<IRunningServices> StartAsync(ServiceRequest request, Action<string> say, CancellationToken cancellationToken)
    {
        try
        {
            return new LocalServices(await LocalCluster.StartAsync(OptionsOf(request), new SpokenProgress(say), cancellationToken));
        }
        catch (LocalStartException exception)
        {
            throw new CommandFailure(exception.Message, cause: exception);
        }
        catch (SettingsException exception)
        {
            throw CommandFailure.Usage(exception.Message);
        }
    }

    internal static LocalClusterOptions OptionsOf(ServiceRequest request) => new()
    {
        Port = request.Port,
        Workers = request.Workers.Measure,
        MostWorkers = request.Workers.MostMeasure,
        BagWorkers = request.Workers.Bag,
        MostBagWorkers = request.Workers.MostBag,
        BagSlots = request.Workers.BagSlots,
        Pace = request.Workers.Pace,
        LogsFolder = request.LogsDirectory,
        Control = request.Accounts.Control,
        Targets = request.Accounts.Targets,
        OtherTargets = request.Accounts.Others,
        MeasuresDatabases = request.MeasuresDatabases,
        MakesSource = request.MakesSource,
        SameAccount = request.Accounts.SameAccount,
        HostSettings = request.ControlPrefix.Length == 0
            ? LocalSettings
            : new(LocalSettings) { [LocalCluster.PrefixSetting] = request.ControlPrefix },
    };

    // Unlike Progress<T> it speaks at once and in order.
    private sealed class SpokenProgress(Action<string> say) : IProgress<string>
    {
        public void Report(string value) => say(value);
    }
}

/// <summary>Services of this machine; disposing ends all of them.</summary>
internal interface IRunningServices : IAsyncDisposable
{
    /// <summary>Where API and portal are.</summary>
    Uri WebAddress { get; }

    /// <summary>Where made satellite images are; null where the workers have another archive.</summary>
    Uri? SourceAddress { get; }

    /// <summary>Completes when one of them ends by itself, with a sentence that says which and why.</summary>
    Task<string> Ended { get; }
}

/// <summary>Starts all services of AzurePerf on this machine.</summary>
internal interface IServiceStarter
{
    /// <summary>Returns when the API is ready; what goes on meanwhile is said in sentences.</summary>
    /// <exception cref="CommandFailure">Something needed is missing or taken; nothing is left running.</exception>
    Task<IRunningServices> StartAsync(ServiceRequest request, Action<string> say, CancellationToken cancellationToken);
}

/// <summary>The processes of a <see cref="LocalCluster"/>.</summary>
internal sealed class LocalServices(LocalCluster cluster) : IRunningServices
{
    public Uri WebAddress => cluster.WebAddress;

    public Uri? SourceAddress => cluster.SourceAddress;

    public Task<string> Ended { get; } = DescribeAsync(cluster.ChildEnded);

    public ValueTask DisposeAsync() => cluster.DisposeAsync();

    private static async Task<string> DescribeAsync(Task<ChildExit> exit) => (await exit).ToString();
}
