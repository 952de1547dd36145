using System.Net;
using System.Net.Http.Headers;
using System.Text;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;
using AzurePerf.TaskManager.Barrier;
using AzurePerf.TaskManager.Leadership;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Gangs;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Web;
using AzurePerf.Worker;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Gangs;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Barrier;

/// <summary>The barrier as a real server on this machine, asked by real clients.</summary>
public sealed class BarrierOverHttpTests : IAsyncLifetime
{
    private readonly InMemoryRowStore _rows = new();
    private readonly CountingRows _counted;
    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false });
    private readonly BarrierConnection _client = BarrierConnection.Create();
    private readonly GangStore _gangs;
    private readonly RunStore _runs;
    private WebApplication? _app;

    public BarrierOverHttpTests()
    {
        _counted = new(_rows);
        _gangs = new(_counted);
        _runs = new(_rows);
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Address => _app!.Urls.First();

    public async ValueTask InitializeAsync()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddSingleton(TimeProvider.System);
        builder.Services.AddSingleton<IIdSource>(new SeededIdSource(1));
        builder.Services.AddSingleton(new EngineOptions().Times());
        builder.Services.AddSingleton(_gangs);
        builder.Services.AddSingleton(new TaskStore(_rows));
        builder.Services.AddSingleton(new LeaderStore(_rows));
        builder.Services.AddSingleton<Leadership>();
        builder.Services.AddSingleton<StartBarrier>();
        builder.Services.ConfigureHttpJsonOptions(json => ApiJson.Configure(json.SerializerOptions));
        _app = builder.Build();
        _app.MapBarrier();
        await _app.StartAsync(Token);
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        _http.Dispose();
        if (_app is not null)
        {
            await _app.DisposeAsync();
        }
    }

    [Fact]
    public async Task Three_members_meet_and_start_together_on_one_machine()
    {
        await LeadAsync();
        await StoreGangAsync();
        MeasurementClock[] clocks = [new(TimeProvider.System), new(TimeProvider.System), new(TimeProvider.System)];
        GangStartBarrier[] members = [.. Enumerable.Range(6, 3).Select(Member)];

        await Task.WhenAll(members.Select(member => member.PreparedAsync(Token)));
        var starts = await Task.WhenAll(members.Zip(clocks, (member, clock) => member.AgreeOnStartAsync(clock, Token)));

        // One clock in truth, so the same instant must come out within the bounds that the members gave for theirs.
        var left = starts.Zip(clocks, (start, clock) => start - clock.Nanoseconds()).ToArray();
        var go = (await _gangs.FindAsync(SampleGang.RunId, 3, Token))!.Go!;
        Assert.All(left, one => Assert.True(one > 0, "the start is over already"));
        Assert.True(left.Max() - left.Min() <= (2 * go.Members.Max(member => member.BoundNanoseconds)) + 50_000_000, $"{left.Max() - left.Min()} ns apart");
        Assert.Equal([6, 7, 8], go.Members.Select(member => member.Task));

        await Task.WhenAll(members.Zip(clocks, (member, clock) => member.EndedAsync(clock, Token)));
        Assert.True(await members[0].EverybodyHasEndedAsync(Token));
        Assert.All(members, member => Assert.NotNull(member.TimingOf(0)!.After));
    }

    [Fact]
    public async Task Who_does_not_lead_says_when_to_ask_again()
    {
        await StoreGangAsync();
        using var answer = await PostAsync("clock", "token", "");

        Assert.Equal(HttpStatusCode.ServiceUnavailable, answer.StatusCode);
        Assert.Equal(TimeSpan.FromSeconds(1), answer.Headers.RetryAfter!.Delta);
        await Assert.ThrowsAsync<BarrierUnavailableException>(() => _client.ReadClockAsync(Place("token"), Token));
    }

    [Theory]
    [InlineData("clock", "wrong")]
    [InlineData("arrive", "wrong")]
    [InlineData("clock", null)]
    public async Task A_wrong_token_opens_nothing(string what, string? token)
    {
        await LeadAsync();
        await StoreGangAsync();
        using var answer = await PostAsync(what, token, """{"task": 6, "attempt": 2, "workerId": "w", "hostId": "h", "build": "b", "phase": "warm"}""");

        Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
        Assert.Equal("application/problem+json", answer.Content.Headers.ContentType!.MediaType);
    }

    [Fact]
    public async Task Strangers_cost_no_request_for_rows_whatever_they_ask_for()
    {
        await LeadAsync();
        await StoreGangAsync();
        var asked = _counted.Asked;
        foreach (var (run, point) in new[] { (SampleGang.RunId, 3), (SampleGang.RunId, 4), ("aaaaaaaaaaaaaaaaaaaa", 1) })
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, new Uri($"{Address}/barrier/v1/{run}/{point}/clock"));
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", "wrong");
            using var answer = await _http.SendAsync(request, Token);
            Assert.Equal(HttpStatusCode.Unauthorized, answer.StatusCode);
        }

        Assert.Equal(asked, _counted.Asked);
    }

    [Fact]
    public async Task An_arrival_that_is_too_large_is_refused_to_a_member_too()
    {
        await LeadAsync();
        await StoreGangAsync();
        using var answer = await PostAsync("arrive", "token", "{\"endpoint\": \"" + new string('x', 20_000) + "\"}");

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, answer.StatusCode);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("nonsense")]
    [InlineData("""{"version": 2, "task": 6, "attempt": 2, "workerId": "w", "hostId": "h", "build": "b", "phase": "warm"}""")]
    [InlineData("""{"task": 6, "attempt": 2, "workerId": "w", "hostId": "h", "build": "b", "phase": "cold"}""")]
    public async Task A_body_that_makes_no_sense_is_refused(string body)
    {
        await LeadAsync();
        await StoreGangAsync();
        using var answer = await PostAsync("arrive", "token", body);

        Assert.Equal(HttpStatusCode.BadRequest, answer.StatusCode);
    }

    [Fact]
    public async Task A_barrier_that_nobody_serves_is_silent() =>
        await Assert.ThrowsAsync<BarrierUnavailableException>(() => _client.ReadClockAsync(Place("token") with { Address = "http://127.0.0.1:1" }, Token));

    [Fact]
    public async Task A_gang_without_an_address_is_silent() =>
        await Assert.ThrowsAsync<BarrierUnavailableException>(() => _client.ReadClockAsync(Place("token") with { Address = "" }, Token));

    private async Task LeadAsync() => Assert.True(await _app!.Services.GetRequiredService<Leadership>().TryLeadAsync(Token));

    private async Task StoreGangAsync()
    {
        await _gangs.TryAddAsync(SampleGang.State with { BarrierAddress = Address }, Token);
        _app!.Services.GetRequiredService<StartBarrier>().Expect(SampleGang.State);
        await _runs.TryAddAsync(ExampleRun.Accepted(SampleGang.RunId, DateTimeOffset.UnixEpoch) with { Status = RunStatus.Running }, Token);
    }

    private GangStartBarrier Member(int row)
    {
        var task = new BenchmarkTask
        {
            Key = new(SampleGang.RunId, StageKind.Measure, row),
            Order = new() { Point = 3, Member = row - 6, Members = 3 },
            Attempt = 2,
            Owner = $"worker{row}",
        };
        return new(task, "host", new(task, _client, _gangs, "host", "b1", new WorkerOptions(), TimeProvider.System), _runs, TimeProvider.System);
    }

    private BarrierLocation Place(string token) => new(Address, SampleGang.RunId, 3, token);

    private async Task<HttpResponseMessage> PostAsync(string what, string? token, string body)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri($"{Address}/barrier/v1/{SampleGang.RunId}/3/{what}"));
        request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        request.Headers.Authorization = token is null ? null : new AuthenticationHeaderValue("Bearer", token);
        return await _http.SendAsync(request, Token);
    }
}
