using System.Net;
using AzurePerf.Core.Access;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class HarmfulExperimentTests
{
    private const string Crash = """{"experiment": "selftest.bag", "preset": "quick", "parameters": {"crashShare": 1}}""";

    [Theory]
    [InlineData("/api/v1/runs", Crash)]
    [InlineData("/api/v1/estimates", Crash)]
    [InlineData("/api/v1/schedules", """{"cron": "0 2 * * *", "run": {"experiment": "selftest.bag", "preset": "quick"}}""")]
    public async Task What_ends_workers_on_purpose_only_an_administrator_may_run(string address, string body)
    {
        await using var keyed = new KeyedWeb();
        var (submit, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (admin, _) = await keyed.NewKeyAsync("root", AccessScope.Admin);

        var refused = await keyed.SendAsync(HttpMethod.Post, address, submit, body);
        var allowed = await keyed.SendAsync(HttpMethod.Post, address, admin, body);

        Assert.Equal(HttpStatusCode.BadRequest, refused.StatusCode);
        Assert.Contains("only an administrator may run it", await refused.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.True(allowed.IsSuccessStatusCode, $"{allowed.StatusCode}");
    }

    [Theory]
    [InlineData("clone")]
    [InlineData("rerun")]
    public async Task A_run_of_an_administrator_is_not_copied_by_others(string how)
    {
        await using var keyed = new KeyedWeb();
        var (submit, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (admin, _) = await keyed.NewKeyAsync("root", AccessScope.Admin);
        var submitted = await keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", admin, Crash);
        var run = submitted.Headers.Location!.OriginalString;

        Assert.Equal(HttpStatusCode.BadRequest, (await keyed.SendAsync(HttpMethod.Post, $"{run}/{how}", submit)).StatusCode);
        Assert.Equal(HttpStatusCode.Accepted, (await keyed.SendAsync(HttpMethod.Post, $"{run}/{how}", admin)).StatusCode);
    }

    [Fact]
    public async Task In_a_cloud_nobody_may_run_it()
    {
        await using var keyed = KeyedWeb.InContainerApps();
        var (admin, _) = await keyed.NewKeyAsync("root", AccessScope.Admin);

        var refused = await keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", admin, Crash);

        Assert.Equal(HttpStatusCode.BadRequest, refused.StatusCode);
        Assert.Contains("is not run in a cloud", await refused.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Fact]
    public async Task On_the_own_machine_it_is_run()
    {
        await using var local = new WebUnderTest();

        Assert.Equal(HttpStatusCode.Accepted, (await local.PostJsonAsync("/api/v1/runs", Crash)).StatusCode);
    }
}
