using System.Globalization;
using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>A host whose process is replaced by a new one whenever it has ended, as a platform does; and the signals that make it end or stand still.</summary>
internal sealed class SupervisedHost : IAsyncDisposable
{
    /// <summary>More starts than any test makes processes end: one that ends at once would be started for ever.</summary>
    private const int MostStarts = 30;

    private readonly Func<string, HostProcess> _start;
    private readonly string _name;
    private readonly Lock _sync = new();
    private readonly Task _supervision;
    private HostProcess _host;
    private int _starts;
    private bool _replaced = true;

    /// <param name="name">Of the log file before the number of the start.</param>
    /// <param name="start">Starts a process under a name.</param>
    public SupervisedHost(string name, Func<string, HostProcess> start)
    {
        (_name, _start) = (name, start);
        _host = StartNext();
        _supervision = SuperviseAsync();
    }

    /// <summary>Processes so far.</summary>
    public int Starts => _starts;

    /// <summary>Of the process that runs now; null until it has said so.</summary>
    public string? WorkerId => _host.WorkerId;

    /// <summary>What the process that runs now printed last.</summary>
    public string Said => $"{_host.Process.Name}:\n  {string.Join("\n  ", _host.Process.Tail.Lines().TakeLast(12))}";

    /// <summary>The address of the process that runs now, once it can do its work.</summary>
    public Task<Uri> ReadyAsync(HttpClient http, TimeSpan limit, CancellationToken cancellationToken) => _host.ReadyAsync(http, limit, cancellationToken);

    /// <summary>Ends the process now, with nothing done in its last moment.</summary>
    /// <param name="replaced">Whether another takes its place.</param>
    public void Kill(bool replaced = true) => End(OperatingSystemProcess.Kill, replaced);

    /// <summary>Tells the process to end in order; no other takes its place.</summary>
    public void Terminate() => End(OperatingSystemProcess.Terminate, replaced: false);

    /// <summary>Lets the process stand still for a while. It may have been killed when that is over.</summary>
    public async Task PauseAsync(TimeSpan duration, CancellationToken cancellationToken)
    {
        var host = _host;
        Signal(host, OperatingSystemProcess.Stop);
        await Task.Delay(duration, TimeProvider.System, cancellationToken);
        Signal(host, OperatingSystemProcess.Continue);
    }

    public async ValueTask DisposeAsync()
    {
        lock (_sync)
        {
            _replaced = false;
        }

        await _host.DisposeAsync();
        await _supervision;
    }

    private void End(int signal, bool replaced)
    {
        lock (_sync)
        {
            _replaced = replaced;
            Signal(_host, signal);
        }
    }

    private static void Signal(HostProcess host, int signal)
    {
        if (!host.Process.Exited.IsCompleted)
        {
            OperatingSystemProcess.TrySignal(host.Process.ProcessId, signal);
        }
    }

    private async Task SuperviseAsync()
    {
        while (true)
        {
            var ended = _host;
            await ended.Process.Exited;
            lock (_sync)
            {
                if (!_replaced || _starts == MostStarts)
                {
                    return;
                }

                _host = StartNext();
            }

            await ended.DisposeAsync();
        }
    }

    private HostProcess StartNext() => _start(string.Create(CultureInfo.InvariantCulture, $"{_name}-{++_starts}"));
}
