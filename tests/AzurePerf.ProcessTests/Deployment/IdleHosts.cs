using AzurePerf.ProcessTests.Faults;
using AzurePerf.Testing.Storage;

namespace AzurePerf.ProcessTests.Deployment;

/// <summary>Hosts without work, each over a control plane of its own, so that what passes through the proxy can be told apart.</summary>
internal sealed class IdleHosts(ThrottlingProxy proxy) : IAsyncDisposable
{
    private readonly List<(string Name, Installation Installation, SupervisedHost Host, IReadOnlyList<IdleRequests> Expected)> _hosts = [];
    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false });
    private readonly List<Uri> _probed = [];

    public async Task AddAsync(Emulators emulators, string name, Func<Installation, SupervisedHost> start, IReadOnlyList<IdleRequests> expected)
    {
        var installation = await Installation.CreateAsync(emulators, proxy);
        _hosts.Add((name, installation, start(installation), expected));
    }

    public async Task ReadyAsync(TimeSpan limit, CancellationToken cancellationToken)
    {
        foreach (var (_, _, host, expected) in _hosts)
        {
            var address = await host.ReadyAsync(_http, limit, cancellationToken);
            if (expected.Any(idle => idle.Every == IdleRequests.ReadinessProbe))
            {
                _probed.Add(new(address, "/health/ready"));
            }
        }
    }

    /// <summary>Asks as the platform does, until cancelled.</summary>
    public async Task ProbeAsync(CancellationToken cancellationToken)
    {
        using var timer = new PeriodicTimer(IdleRequests.ReadinessProbe, TimeProvider.System);
        do
        {
            foreach (var address in _probed)
            {
                using var answer = await _http.GetAsync(address, cancellationToken);
                answer.EnsureSuccessStatusCode();
            }
        }
        while (await timer.WaitForNextTickAsync(cancellationToken));
    }

    /// <summary>Requests so far, by host and table or queue; a table and a container of one name count together.</summary>
    public IReadOnlyDictionary<(string Host, string Part), int> Counted() => _hosts
        .SelectMany(host => proxy.Passed.Where(entry => entry.Key.StartsWith(host.Installation.Prefix, StringComparison.Ordinal)), (host, entry) =>
            (Key: (host.Name, Part: entry.Key[host.Installation.Prefix.Length..].TrimStart('-')), entry.Value))
        .GroupBy(entry => entry.Key).ToDictionary(part => part.Key, part => part.Sum(entry => entry.Value));

    /// <summary>How many requests in so long agree with the page.</summary>
    public IReadOnlyDictionary<(string Host, string Part), (int Fewest, int Most)> Bounds(TimeSpan duration) =>
        _hosts.SelectMany(host => host.Expected, (host, idle) => (Key: (host.Name, idle.Part), Bounds: BoundsOf(idle, duration))).GroupBy(idle => idle.Key)
            .ToDictionary(part => part.Key, part => (part.Sum(idle => idle.Bounds.Fewest), part.Sum(idle => idle.Bounds.Most)));

    /// <summary>
    /// Pauses never end early: more is a fault of the page, but for one round at the edge. What comes once an hour or less often came at the start. A busy machine is late, and what
    /// follows a look waits with it.
    /// </summary>
    private static (int Fewest, int Most) BoundsOf(IdleRequests idle, TimeSpan duration) =>
        idle.Every >= TimeSpan.FromHours(1) ? (0, 0) : (idle.Count * (int)(0.6 * duration / idle.Every), idle.Count * (1 + (int)(1.05 * duration / idle.Every)));

    public async ValueTask DisposeAsync()
    {
        _http.Dispose();
        foreach (var host in _hosts)
        {
            await host.Installation.DisposeAsync();
        }
    }
}
