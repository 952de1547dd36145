using System.Globalization;
using System.Net;
using System.Net.Http.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Texts;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Http;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Web;
using AzurePerf.Web.Live;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.StorageTests.Web;

/// <summary>Many who watch one run over two web hosts on one account, while one of the hosts starts anew.</summary>
public sealed class LiveEventsOnTheServiceTests(AzuriteFixture azurite) : IAsyncLifetime
{
    private const int WatchersPerHost = 100;
    private const int EventsBeforeRestart = 8;
    private const int EventsAfterRestart = 7;
    private readonly string _prefix = azurite.NewName();
    private readonly List<Host> _hosts = [];

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask InitializeAsync() => ValueTask.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        foreach (var host in _hosts)
        {
            await host.DisposeAsync();
        }
    }

    [Fact]
    public async Task Two_hundred_watchers_of_two_hosts_see_one_sequence_through_reconnects_and_a_restart_and_each_host_reads_once()
    {
        var (steady, restarted) = (Start(), Start());
        var run = await SubmitAsync(steady);
        Watching[] watchers =
        [
            .. await Task.WhenAll(Enumerable.Range(0, WatchersPerHost).Select(_ => Watching.BeginAsync(steady, run))),
            .. await Task.WhenAll(Enumerable.Range(0, WatchersPerHost).Select(_ => Watching.BeginAsync(restarted, run))),
        ];
        await Task.WhenAll(steady.Clock.RestAsync(), restarted.Clock.RestAsync());
        var events = new EventStore(steady.Control.Rows, TimeProvider.System);

        await HappenAsync(EventsBeforeRestart, steady, restarted);
        var total = EventsBeforeRestart;
        await Task.WhenAll(watchers.Select(watcher => watcher.TakeUpToAsync(total)));
        Assert.Equal((1 + EventsBeforeRestart, 1 + EventsBeforeRestart), (steady.Readings, restarted.Readings));

        // One host goes away with everybody who watches there; some of the others lose their connection meanwhile.
        await restarted.DisposeAsync();
        var successor = Start();
        await events.AppendAsync(run, "while nobody of that host could see it", Cancelled);
        await steady.Clock.StepAsync();
        total++;
        await Task.WhenAll(watchers.Select((watcher, number) => number >= WatchersPerHost ? watcher.ComeBackAsync(successor) : number % 4 == 0 ? watcher.ComeBackAsync(steady) : Task.CompletedTask));
        await successor.Clock.RestAsync();

        await HappenAsync(EventsAfterRestart, steady, successor);
        total += EventsAfterRestart;
        await EndAsync(steady, run, events);
        total++;
        steady.Clock.Time.Advance(RunFeed.Interval);
        successor.Clock.Time.Advance(RunFeed.Interval);
        await Task.WhenAll(watchers.Select(watcher => watcher.TakeRestAsync()));

        var expected = Enumerable.Range(1, total).Select(number => number.ToString(CultureInfo.InvariantCulture)).ToArray();
        Assert.All(watchers, watcher => Assert.Equal(expected, watcher.Seen));
        Assert.Equal(1 + EventsAfterRestart + 1, successor.Readings);

        async Task HappenAsync(int count, params Host[] hosts)
        {
            for (var number = 0; number < count; number++)
            {
                await events.AppendAsync(run, $"event {number}", Cancelled);
                await Task.WhenAll(hosts.Select(host => host.Clock.StepAsync()));
            }
        }
    }

    private static async Task<string> SubmitAsync(Host host)
    {
        using var answer = await host.Client.PostAsJsonAsync("/api/v1/runs", new { experiment = "queue.add", preset = "quick" }, Cancelled);
        Assert.Equal(HttpStatusCode.Accepted, answer.StatusCode);
        return (await answer.Content.ReadFromJsonAsync<RunResponse>(ApiJson.Options, Cancelled))!.Id;
    }

    private static async Task EndAsync(Host host, string run, EventStore events)
    {
        var runs = new RunStore(host.Control.Rows);
        var ended = (await runs.FindAsync(run, Cancelled))! with { Status = RunStatus.Failed, Reason = "the test is over", EndedAt = DateTimeOffset.UnixEpoch };
        Assert.NotNull(await runs.TryReplaceAsync(ended, Cancelled));
        await events.AppendAsync(run, RunEvent.Ending(ended.Status, ended.Reason), Cancelled);
    }

    private Host Start()
    {
        var host = new Host(azurite.ConnectionString, _prefix);
        _hosts.Add(host);
        return host;
    }

    /// <summary>A web host with a time of its own, whose requests for events are counted.</summary>
    private sealed class Host : IAsyncDisposable
    {
        private readonly WebApplicationFactory<WebOptions> _factory;
        private readonly RequestCountingRows _rows;

        public Host(string account, string prefix)
        {
            Control = ControlPlane.Connect(StorageAccountAddress.Parse(account), prefix, new());
            _rows = new(Control.Rows, ControlNames.EventsTable);
            _factory = new WebApplicationFactory<WebOptions>().WithWebHostBuilder(web =>
            {
                web.UseSetting(StorageAccounts.ControlVariable, account);
                web.UseSetting("Control:Prefix", prefix);
                web.UseSetting("Targets:Names:0", "default");
                web.ConfigureLogging(logs => logs.ClearProviders());
                web.ConfigureTestServices(services => services.AddSingleton<TimeProvider>(Clock.Time).AddSingleton(Counted()));
            });
            Client = _factory.CreateClient();
        }

        public ControlPlane Control { get; }

        public HttpClient Client { get; }

        public SteppedTime Clock { get; } = new(RunFeed.Interval);

        public int Readings => _rows.Requests;

        public ValueTask DisposeAsync()
        {
            Client.Dispose();
            return _factory.DisposeAsync();
        }

        private ControlPlane Counted() => new()
        {
            Rows = _rows,
            RunRequests = Control.RunRequests,
            RunRequestPoison = Control.RunRequestPoison,
            MeasureTasks = Control.MeasureTasks,
            MeasurePoison = Control.MeasurePoison,
            BagTasks = Control.BagTasks,
            BagPoison = Control.BagPoison,
            PeerTasks = Control.PeerTasks,
            PeerPoison = Control.PeerPoison,
            Results = Control.Results,
            Products = Control.Products,
            Programs = Control.Programs,
        };
    }

    /// <summary>Somebody who watches, comes back after the last event he has, and remembers the ids of all.</summary>
    private sealed class Watching
    {
        private readonly string _run;
        private Watcher _watcher;

        private Watching(string run, Watcher watcher) => (_run, _watcher) = (run, watcher);

        public List<string> Seen { get; } = [];

        public static async Task<Watching> BeginAsync(Host host, string run) => new(run, await Watcher.OpenAsync(host.Client, run));

        public async Task ComeBackAsync(Host host)
        {
            await _watcher.DisposeAsync();
            _watcher = await Watcher.OpenAsync(host.Client, _run, int.Parse(Seen[^1], CultureInfo.InvariantCulture));
        }

        public async Task TakeUpToAsync(int count)
        {
            while (Seen.Count < count && await _watcher.NextAsync("event") is { } item)
            {
                Seen.Add(item.EventId!);
            }
        }

        public async Task TakeRestAsync()
        {
            await TakeUpToAsync(int.MaxValue);
            await _watcher.DisposeAsync();
        }
    }
}
