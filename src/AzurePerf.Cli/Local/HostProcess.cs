using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using System.Runtime.InteropServices;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace AzurePerf.Cli.Local;

/// <summary>
/// A host as a child process. Settings go on its command line, secrets into its environment; nothing else that this process's
/// environment says about hosts reaches it.
/// </summary>
internal sealed partial class HostProcess : IAsyncDisposable
{
    /// <summary>A host ends itself 15 s after its pipe at the latest.</summary>
    private static readonly TimeSpan StopGrace = TimeSpan.FromSeconds(17);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);
    private static readonly string[] OwnVariables = ["AZUREPERF_", "ASPNETCORE_", "DOTNET_URLS", "HTTP_PORTS", "HTTPS_PORTS", "Logging__",
        "Kestrel__", "Web__Port", "Targets__Names", "Scaling__LocalPools"];

    /// <summary>What .NET takes off the name of a variable, before it is that of a setting.</summary>
    private const string DotnetPrefix = "DOTNET_";

    /// <summary>How the setting of a target begins that is a SQL Server.</summary>
    private const string SqlServer = "sqlserver:";

    private readonly TaskCompletionSource<Uri> _listening = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ChildProcess _process;
    private volatile string? _workerId;

    private HostProcess(string name, ProcessStartInfo start, string? logsFolder) =>
        _process = ChildProcess.Start(name, start, Printed, logsFolder, TimeProvider.System);

    public ChildProcess Process => _process;

    /// <summary>What a worker calls itself in its row; null for other hosts and until it has said so.</summary>
    public string? WorkerId => _workerId;

    /// <summary>True once it listens, which it does when all of its services have started.</summary>
    public bool HasStarted => _listening.Task.IsCompleted;

    /// <summary>Starts the host; it is usable after <see cref="ReadyAsync"/>.</summary>
    /// <param name="name">Name in messages and of the log file, such as "worker-1".</param>
    /// <param name="assembly">Path of the host's assembly; its folder is where the host runs.</param>
    /// <param name="address">Where it listens; port 0 takes a free one.</param>
    /// <param name="settings">Settings that may be seen by others on this machine, such as Engine:Heartbeat.</param>
    /// <param name="secrets">Environment variables.</param>
    /// <exception cref="LocalStartException">The host's files are missing or cannot be run.</exception>
    public static HostProcess Start(
        string name, string assembly, string address, IReadOnlyDictionary<string, string> settings,
        IReadOnlyDictionary<string, string> secrets, string? logsFolder)
    {
        if (!File.Exists(assembly))
        {
            throw new LocalStartException($"{name} cannot be started because {assembly} is missing: install or build azureperf again");
        }

        var arguments = settings.Select(setting => $"--{setting.Key}={setting.Value}");
        var start = new ProcessStartInfo(DotnetPath(), ["exec", assembly, "--urls", address, .. arguments])
        {
            WorkingDirectory = Path.GetDirectoryName(assembly)!,
        };
        SetEnvironment(start.Environment, secrets);
        return new(name, start, logsFolder);
    }

    /// <summary>The address it listens on, once it does and says that it can do its work.</summary>
    /// <exception cref="LocalStartException">It ended, or was not ready in time; the message holds what it said last.</exception>
    public async Task<Uri> ReadyAsync(HttpClient http, TimeSpan limit, CancellationToken cancellationToken)
    {
        string? lastFaults = null;
        using var late = new CancellationTokenSource(limit, TimeProvider.System);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellationToken);
        try
        {
            var address = await BeforeExit(_listening.Task.WaitAsync(either.Token));
            while (await BeforeExit(FaultsAsync(http, address, either.Token)) is { } faults)
            {
                lastFaults = faults;
                await Task.Delay(PollInterval, TimeProvider.System, either.Token);
            }

            return address;
        }
        catch (OperationCanceledException) when (late.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new LocalStartException(
                $"{_process.Name} was not ready within {limit.TotalSeconds:0} s: {lastFaults ?? _process.Tail.EssentialLine()}");
        }
    }

    public Task<ChildExit> StopAsync() => _process.StopAsync(StopGrace);

    public ValueTask DisposeAsync() => _process.DisposeAsync();

    private async Task<T> BeforeExit<T>(Task<T> step)
    {
        await Task.WhenAny(step, _process.Exited);
        return step.IsCompletedSuccessfully || !_process.Exited.IsCompleted
            ? await step
            : throw new LocalStartException((await _process.Exited).ToString());
    }

    /// <summary>Null when it is ready.</summary>
    private static async Task<string?> FaultsAsync(HttpClient http, Uri address, CancellationToken cancellationToken)
    {
        try
        {
            using var response = await http.GetAsync(new Uri(address, "/health/ready"), cancellationToken);
            if (response.StatusCode != HttpStatusCode.ServiceUnavailable)
            {
                return response.IsSuccessStatusCode ? null : $"its health check answers {(int)response.StatusCode}";
            }

            var health = await response.Content.ReadFromJsonAsync<JsonElement>(cancellationToken);
            return string.Join("; ", health.GetProperty("faults").EnumerateArray().Select(fault => fault.GetString()));
        }
        catch (HttpRequestException failure)
        {
            return failure.Message;
        }
    }

    private void Printed(string line)
    {
        if (!_listening.Task.IsCompleted && ListeningLine().Match(line) is { Success: true } match)
        {
            _listening.TrySetResult(new(match.Groups["address"].Value));
        }

        if (_workerId is null && WorkerLine().Match(line) is { Success: true } worker)
        {
            _workerId = worker.Groups["id"].Value;
        }
    }

    /// <summary>Makes this process's environment that of a host. What .NET and libc are told here they take from no file: to collect
    /// garbage while it still lies in a processor's cache and to keep few pools of native memory (ADR 58), and to do without the data of
    /// cultures, which a machine may lack, where no SQL Server is measured (ADR 67). A variable that is set
    /// already keeps its value.</summary>
    internal static void SetEnvironment(IDictionary<string, string?> environment, IReadOnlyDictionary<string, string> secrets)
    {
        // Of a list each element is a setting: one of the command line ends the element of its number, and no other.
        foreach (var inherited in environment.Keys.Where(IsOwn).ToList())
        {
            environment.Remove(inherited);
        }

        environment["AZUREPERF_PARENT_PIPE"] = "stdin";
        environment["DOTNET_ENVIRONMENT"] = "Production";
        foreach (var (name, value) in secrets)
        {
            environment[name] = value;
        }

        environment.TryAdd("DOTNET_GCgen0size", "0x200000");
        environment.TryAdd("MALLOC_ARENA_MAX", Math.Max(2, Environment.ProcessorCount).ToString(CultureInfo.InvariantCulture));
        if (!secrets.Values.Any(value => value.StartsWith(SqlServer, StringComparison.OrdinalIgnoreCase)))
        {
            environment.TryAdd("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
        }
    }

    private static bool IsOwn(string variable)
    {
        var setting = variable.Replace(":", "__", StringComparison.Ordinal);
        return Begins(setting)
            || (setting.StartsWith(DotnetPrefix, StringComparison.OrdinalIgnoreCase) && Begins(setting[DotnetPrefix.Length..]));

        static bool Begins(string name) => OwnVariables.Any(own => name.StartsWith(own, StringComparison.OrdinalIgnoreCase));
    }

    /// <summary>The dotnet that runs this process; a tool's own launcher knows no other.</summary>
    private static string DotnetPath()
    {
        var name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";
        var running = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", name));
        return File.Exists(running) ? running : name;
    }

    [GeneratedRegex("is listening on (?<address>http://[^ ,]+)")]
    private static partial Regex ListeningLine();

    [GeneratedRegex("Worker (?<id>[^ ]+) of pool ")]
    private static partial Regex WorkerLine();
}
