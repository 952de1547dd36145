using System.Collections;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;

namespace AzurePerf.Cli.Invocation;

/// <summary>Everything outside the process that commands touch, so that tests can stand in for it.</summary>
internal sealed record CommandContext
{
    public required Terminal Terminal { get; init; }

    public required TimeProvider Time { get; init; }

    public required IIdSource Ids { get; init; }

    /// <summary>The environment variables.</summary>
    public required IReadOnlyDictionary<string, string> Environment { get; init; }

    /// <summary>Makes the handler that sends requests to an address.</summary>
    public required Func<Uri, HttpMessageHandler> HandlerFor { get; init; }

    public required IServiceStarter Services { get; init; }

    public required IToolProbe Tools { get; init; }

    /// <summary>Opens the control account at an address, with the prefix of its names.</summary>
    public Func<StorageAccountAddress, string, ControlPlane> ControlPlaneAt { get; init; } =
        (account, prefix) => ControlPlane.Connect(account, prefix, new());

    /// <summary>The context of a real process.</summary>
    public static CommandContext OfProcess() => new()
    {
        Terminal = Terminal.OfProcess(),
        Time = TimeProvider.System,
        Ids = new RandomIdSource(),
        Environment = VariablesOf(
            System.Environment.GetEnvironmentVariables(),
            // Windows knows no case of names.
            OperatingSystem.IsWindows() ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal),
        HandlerFor = HandlerForAddress,
        Services = new LocalServiceStarter(),
        Tools = new ToolProbe(),
    };

    /// <summary>Environment variables by name. Of names that are the same to the comparer one stays: shells hand both `http_proxy` and
    /// `HTTP_PROXY` on, also on Windows.</summary>
    internal static IReadOnlyDictionary<string, string> VariablesOf(IDictionary variables, StringComparer names)
    {
        var byName = new Dictionary<string, string>(names);
        foreach (DictionaryEntry variable in variables)
        {
            byName.TryAdd((string)variable.Key, (string?)variable.Value ?? "");
        }

        return byName;
    }

    // A proxy set for the internet cannot reach this machine's own loopback.
    private static SocketsHttpHandler HandlerForAddress(Uri address) =>
        new() { UseProxy = !address.IsLoopback, AllowAutoRedirect = false, ConnectTimeout = TimeSpan.FromSeconds(10) };
}
