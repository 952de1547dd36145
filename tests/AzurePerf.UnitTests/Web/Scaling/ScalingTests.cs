using System.Net;
using System.Text;
using Azure.Core;
using AzurePerf.Core.Api;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Workers;
using AzurePerf.Web.Scaling;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Scaling;

public sealed class ScalingTests
{
    private const string Properties = """
        { "runningStatus": "Running", "template": { "revisionSuffix": "one", "containers": [{ "name": "worker-bag", "image": "x" }],
          "scale": { "minReplicas": 0, "maxReplicas": 10, "rules": [{ "name": "queue" }] } } }
        """;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Where_nobody_scales_the_pool_it_is_said_and_nothing_is_stored()
    {
        await using var web = new WebUnderTest();

        using var answer = await PutAsync(web, "measure", """{"min":0,"max":4}""");

        Assert.Equal(HttpStatusCode.Conflict, answer.StatusCode);
        var problem = await WebUnderTest.JsonOf(answer);
        Assert.Equal("/problems/not-scaled", problem.GetProperty("type").GetString());
        Assert.EndsWith("or in Azure deploy it with AZUREPERF_SCALING_BY_PEOPLE=true", problem.GetProperty("detail").GetString(), StringComparison.Ordinal);
        Assert.Equal(0, web.Control.Rows.Count(ControlNames.PoolsTable));
    }

    [Fact]
    public async Task Under_up_the_limits_are_stored_for_it()
    {
        await using var web = new WebUnderTest(services => services.AddSingleton(new ScalingOptions { LocalPools = ["bag"] }));

        using var answer = await PutAsync(web, "bag", """{"min":1,"max":4}""");

        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
        Assert.Equal("local", (await WebUnderTest.JsonOf(answer)).GetProperty("scaler").GetString());
        Assert.Equal(1, web.Control.Rows.Count(ControlNames.PoolsTable));
    }

    [Fact]
    public async Task Under_up_more_workers_than_it_starts_are_refused()
    {
        await using var web = new WebUnderTest(services => services.AddSingleton(new ScalingOptions { LocalPools = ["bag"] }));

        using var most = await PutAsync(web, "bag", """{"min":1,"max":64}""");
        using var more = await PutAsync(web, "bag", """{"min":1,"max":65}""");

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.Conflict), (most.StatusCode, more.StatusCode));
        Assert.Contains("at most 64 workers of a pool", (await WebUnderTest.JsonOf(more)).GetProperty("detail").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_form_invents_no_limits_and_shows_those_that_were_sent_again_with_what_is_wrong()
    {
        await using var web = new WebUnderTest(services => services.AddSingleton(new ScalingOptions { LocalPools = ["bag"] }));

        var page = await Page.OpenAsync(web, "/workers/scale");
        var refused = await Page.OfAsync(web, await page.SubmitAsync(("min", "60"), ("max", "50"), ("force", "true")));
        var done = await Page.OfAsync(web, await refused.SubmitAsync(("min", "2")));

        Assert.Equal(("", "", false), Shown(page));
        Assert.Equal(("60", "50", true), Shown(refused));
        Assert.Equal(["Workers at most: must not be less than the workers at least"], refused.Texts(".faults[tabindex='-1'][autofocus] li"));
        Assert.Equal(["max-bag"], refused.Document.QuerySelectorAll("[aria-invalid]").Select(field => field.Id));
        Assert.NotNull(refused.Element(".faults a[href='#max-bag']"));
        Assert.StartsWith("Correct the limits", refused.Document.Title, StringComparison.Ordinal);
        Assert.Equal(("2", "50", false), Shown(done));

        static (string? Min, string? Max, bool Force) Shown(Page page) => (page.Element("[name=min]").GetAttribute("value"),
            page.Element("[name=max]").GetAttribute("value"), page.Element("[name=force]").HasAttribute("checked"));
    }

    /// <summary>New limits end the workers of the old ones, also those that measure.</summary>
    [Fact]
    public async Task In_azure_limits_that_would_end_a_measurement_wait_for_it_or_for_force()
    {
        using var manager = new OneApp();
        await using var web = InAzure(manager);
        await MeasureAsync(web);

        using var refused = await PutAsync(web, "measure", """{"min":2,"max":20}""");

        Assert.Equal(HttpStatusCode.Conflict, refused.StatusCode);
        Assert.Equal(
            "1 measurement runs in the pool, and new limits would end it: wait, or ask for it with force (--force), then they are repeated",
            (await WebUnderTest.JsonOf(refused)).GetProperty("detail").GetString());
        Assert.Empty(manager.Requests);

        using var forced = await PutAsync(web, "measure", """{"min":2,"max":20,"force":true}""");

        Assert.Equal(HttpStatusCode.OK, forced.StatusCode);
        Assert.Equal("containerApps", (await WebUnderTest.JsonOf(forced)).GetProperty("scaler").GetString());
        Assert.Equal([$"GET {OneApp.Id}", $"PATCH {OneApp.Id}"], manager.Requests);
        Assert.Contains("\"minReplicas\":2,\"maxReplicas\":20", manager.Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task In_azure_a_pool_in_which_nothing_is_measured_is_scaled_at_once_and_no_row_is_stored()
    {
        using var manager = new OneApp();
        await using var web = InAzure(manager);

        using var measure = await PutAsync(web, "measure", """{"min":0,"max":3}""");
        await MeasureAsync(web);
        using var bag = await PutAsync(web, "bag", """{"min":0,"max":4}""");

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.OK), (measure.StatusCode, bag.StatusCode));
        Assert.Equal(2, manager.Requests.Count(request => request == $"PATCH {OneApp.Id}"));
        Assert.Equal(0, web.Control.Rows.Count(ControlNames.PoolsTable));
    }

    [Fact]
    public async Task The_pool_of_peers_has_one_worker_whoever_asks()
    {
        using var manager = new OneApp();
        await using var web = InAzure(manager);

        using var answer = await PutAsync(web, "peer", """{"min":0,"max":2,"force":true}""");

        Assert.Equal(HttpStatusCode.Conflict, answer.StatusCode);
        Assert.StartsWith("the pool peer has one worker at most", (await WebUnderTest.JsonOf(answer)).GetProperty("detail").GetString(), StringComparison.Ordinal);
        Assert.Empty(manager.Requests);
    }

    [Theory]
    [InlineData("measure", "{}", HttpStatusCode.BadRequest)]
    [InlineData("measure", """{"min":5,"max":4}""", HttpStatusCode.BadRequest)]
    [InlineData("measure", """{"min":-1,"max":4}""", HttpStatusCode.BadRequest)]
    [InlineData("measure", """{"min":0,"max":1001}""", HttpStatusCode.BadRequest)]
    [InlineData("measure", """{"max":4}""", HttpStatusCode.BadRequest)]
    [InlineData("measure", """{"min":0,"max":4,"forced":true}""", HttpStatusCode.BadRequest)]
    [InlineData("measure", "[]", HttpStatusCode.BadRequest)]
    [InlineData("other", """{"min":0,"max":4}""", HttpStatusCode.NotFound)]
    public async Task Nonsense_is_refused(string pool, string body, HttpStatusCode expected)
    {
        await using var web = new WebUnderTest();

        using var answer = await PutAsync(web, pool, body);

        Assert.Equal(expected, answer.StatusCode);
    }

    [Fact]
    public void In_azure_the_template_is_sent_back_as_it_is_with_other_limits() => Assert.Equal(
        """{"template":{"containers":[{"name":"worker-bag","image":"x"}],"scale":{"minReplicas":2,"maxReplicas":20,"rules":[{"name":"queue"}]}}}""",
        ContainerAppScale.Changed(new(AzureLocation.WestEurope) { Properties = BinaryData.FromString(Properties) }, 2, 20).Properties.ToString());

    [Fact]
    public void An_app_without_a_scale_is_refused() =>
        Assert.Throws<ScaleRefusedException>(() => ContainerAppScale.Changed(new(AzureLocation.WestEurope) { Properties = BinaryData.FromString("""{"template":{}}""") }, 0, 1));

    [Fact]
    public void Limits_are_checked_by_member() =>
        Assert.Equal([("min", "must be 0 to 1000"), ("max", "must be 1 to 1000")], new PoolScaleRequest(-1, 0).Faults());

    private static WebUnderTest InAzure(OneApp manager) => new(services => services
        .AddSingleton(new ScalingOptions { MeasureApp = OneApp.Id, BagApp = OneApp.Id })
        .AddSingleton(manager.ScaledWith(new NoCredential())));

    private static Task<WorkerState?> MeasureAsync(WebUnderTest web) => new WorkerStore(web.Control.Rows).TryAddAsync(
        new()
        {
            WorkerId = "worker-a",
            Pool = WorkerPool.Measure,
            HostId = "host-a",
            Build = "1",
            StartedAt = WebUnderTest.Now,
            BeatAt = WebUnderTest.Now,
            Running = [new("run", 1, 0, 0, 1, "message", "receipt", 9, 8, "measuring", 3, 10)],
        },
        Cancelled);

    private static async Task<HttpResponseMessage> PutAsync(WebUnderTest web, string pool, string body)
    {
        using var content = new StringContent(body, Encoding.UTF8, "application/json");
        return await web.Client.PutAsync($"/api/v1/workers/{pool}/scale", content, Cancelled);
    }
}
