using System.Text;
using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Storage;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>A whole submission with known secrets, and a look at everything that came out of the host.</summary>
public sealed class SecretTests : IDisposable
{
    private const string AccountKey = "c2VjcmV0LW9mLXRoZS1jb250cm9sLWFjY291bnQ=";
    private const string TargetKey = "c2VjcmV0LW9mLXRoZS10YXJnZXQ=";
    private readonly RecordedLog<SecretTests> _log = new();
    private readonly StringBuilder _answers = new();

    public void Dispose() => _log.Dispose();

    [Fact]
    public async Task Neither_a_key_nor_what_opens_an_account_is_in_any_answer_row_message_or_line_of_the_log()
    {
        await using var keyed = new KeyedWeb(new WebUnderTest(
            services => services.AddSingleton<ILoggerProvider>(_log).Configure<LoggerFilterOptions>(LogAllOfOurs),
            null,
            ("Access:Mode", "keys"),
            (StorageAccounts.ControlVariable, "DefaultEndpointsProtocol=https;AccountName=control;AccountKey=" + AccountKey),
            (StorageAccounts.TargetVariable, "DefaultEndpointsProtocol=https;AccountName=target;AccountKey=" + TargetKey)));
        var (admin, adminId) = await keyed.NewKeyAsync("ann", AccessScope.Admin);
        var created = await keyed.SendAsync(HttpMethod.Post, "/api/v1/keys", admin, """{"name": "ci", "scope": "submit"}""");
        var key = (await WebUnderTest.JsonOf(created)).GetProperty("key").GetString()!;

        var run = await SubmitAndLookAsync(keyed, admin, key);

        string[] secrets = [AccountKey, TargetKey, admin[26..], key[26..]];
        Assert.Contains(run, _answers.ToString(), StringComparison.Ordinal);
        Assert.Contains(adminId, _answers.ToString(), StringComparison.Ordinal);
        Assert.Contains(_log.Texts, line => line.Contains("Refused (KeyRefused)", StringComparison.Ordinal));
        await CheckAsync(keyed.Web, secrets);
    }

    /// <summary>Libraries log what the host lets them: with more, the framework would log addresses.</summary>
    private static void LogAllOfOurs(LoggerFilterOptions filter)
    {
        filter.Rules.Clear();
        filter.MinLevel = LogLevel.Warning;
        filter.Rules.Add(new(null, "AzurePerf", LogLevel.Trace, null));
    }

    private async Task<string> SubmitAndLookAsync(KeyedWeb keyed, string admin, string key)
    {
        var wrong = key[..^1] + (key[^1] == 'a' ? 'b' : 'a');
        var run = await keyed.SubmitAsync(key);
        var seeded = await SeededRun.SubmitAsync(keyed.Web, """{"experiment": "queue.add", "preset": "quick"}""");
        await seeded.PublishAsync(seeded.Measured(_ => SeededRun.Summary(1, 10, 0, 20)));
        await seeded.NoteAsync("the target refused");
        await seeded.MoveAsync(RunStatus.Completed, 4);
        using var browser = await Browser.SignInAsync(keyed, key);
        foreach (var address in Addresses(seeded.Id).Concat(Addresses(run)))
        {
            await KeepAsync(await keyed.SendAsync(HttpMethod.Get, address, admin));
            await KeepAsync(await keyed.SendAsync(HttpMethod.Get, address, wrong));
            await KeepAsync(await browser.GetAsync(address));
        }

        await KeepAsync(await keyed.SendAsync(HttpMethod.Get, $"/api/v1/runs/{key}", wrong));
        await KeepAsync(await keyed.SendAsync(HttpMethod.Get, $"/api/v1/runs/{key}?key={key}", key));
        await KeepAsync(await keyed.SendAsync(HttpMethod.Post, $"/api/v1/runs/{key}/cancel", admin));
        await KeepAsync(await browser.PostAsync("/signin", "/signin", ("key", wrong)));
        await KeepAsync(await keyed.SendAsync(HttpMethod.Post, $"/api/v1/runs/{run}/cancel", key));
        return run;
    }

    private static IEnumerable<string> Addresses(string run) =>
    [
        "/", "/submit?experiment=queue.add", "/schedules", "/schedules/new", "/views", "/views/new", "/workers", "/outcomes", "/audit", "/api/v1/runs", "/api/v1/workers", "/api/v1/experiments", "/api/v1/keys", "/api/v1/audit",
        "/api/v1/limits", "/api/v1/version", "/health/ready", "/metrics", $"/runs/cancel?runs={run}", $"/runs/{run}", $"/api/v1/runs/{run}", $"/api/v1/runs/{run}/points", $"/api/v1/runs/{run}/events",
        .. new[] { "csv", "jsonl", "hlog", "samples" }.Select(format => $"/api/v1/runs/{run}/export?format={format}"),
    ];

    private async Task KeepAsync(HttpResponseMessage response)
    {
        _answers.Append(response.ToString()).Append(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
        response.Dispose();
    }

    private async Task CheckAsync(WebUnderTest web, string[] secrets)
    {
        var rows = new StringBuilder();
        foreach (var table in ControlNames.Tables)
        {
            await foreach (var row in web.Control.Rows.ListAllAsync(table, TestContext.Current.CancellationToken))
            {
                rows.Append(row.PartitionKey).Append(row.RowKey).AppendJoin(' ', row.Values.Values);
            }
        }

        foreach (var secret in secrets)
        {
            Assert.DoesNotContain(secret, _answers.ToString(), StringComparison.Ordinal);
            Assert.DoesNotContain(secret, rows.ToString(), StringComparison.Ordinal);
            Assert.DoesNotContain(secret, string.Join('\n', web.Control.RunRequests.Texts), StringComparison.Ordinal);
            Assert.DoesNotContain(_log.Texts, line => line.Contains(secret, StringComparison.Ordinal));
        }
    }
}
