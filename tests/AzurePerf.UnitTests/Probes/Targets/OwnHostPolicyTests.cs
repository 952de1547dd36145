using System.Net;
using Azure.Core;
using Azure.Core.Pipeline;
using AzurePerf.Core.Targets;
using AzurePerf.Testing.Http;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Targets;

/// <summary>The two policies are the last thing before the wire, for what is measured and for the control account.</summary>
public sealed class OwnHostPolicyTests
{
    private static readonly StorageAccountAddress Account = StorageAccountAddress.Parse("https://mine.blob.core.windows.net");

    public static TheoryData<string> Projects => ["Probes", "Storage"];

    [Theory]
    [MemberData(nameof(Projects))]
    public async Task Requests_to_the_account_s_own_hosts_are_sent(string project)
    {
        using var wire = new RecordingHandler(() => RecordingHandler.Answer(HttpStatusCode.OK));

        await SendAsync(project, wire, "https://mine.table.core.windows.net/t");

        Assert.Equal("Bearer secret", wire.Single.Header("Authorization"));
    }

    [Theory]
    [MemberData(nameof(Projects))]
    public async Task A_request_to_another_host_is_not_sent_at_all(string project)
    {
        using var wire = new RecordingHandler(() => RecordingHandler.Answer(HttpStatusCode.OK));

        var refusal = await Assert.ThrowsAsync<InvalidOperationException>(() => SendAsync(project, wire, "https://evil.example/t?sig=hidden"));

        Assert.Empty(wire.Requests);
        Assert.Contains("evil.example", refusal.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("hidden", refusal.Message, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Projects))]
    public async Task A_redirect_that_a_client_would_follow_ends_at_the_account_s_own_hosts(string project)
    {
        using var wire = new RecordingHandler(() => RecordingHandler.Answer(HttpStatusCode.TemporaryRedirect, null, ("Location", "https://evil.example/t")));

        await Assert.ThrowsAsync<InvalidOperationException>(() => SendAsync(project, wire, "https://mine.blob.core.windows.net/t", followRedirects: true));

        Assert.Equal("mine.blob.core.windows.net", wire.Single.Uri.Host);
    }

    private static async Task SendAsync(string project, HttpMessageHandler wire, string address, bool followRedirects = false)
    {
        using var http = new HttpClient(wire, disposeHandler: false);
        var options = new PlainOptions { Transport = new HttpClientTransport(http), Retry = { MaxRetries = 0 } };
        options.AddPolicy(
            project == "Probes" ? new AzurePerf.Probes.Targets.Storage.OwnHostPolicy(Account) : new AzurePerf.Storage.Requests.OwnHostPolicy(Account), HttpPipelinePosition.BeforeTransport);
        var pipeline = HttpPipelineBuilder.Build(options);
        using var message = pipeline.CreateMessage();
        message.Request.Uri.Reset(new(address));
        message.Request.Headers.Add("Authorization", "Bearer secret");
        if (followRedirects)
        {
            RedirectPolicy.SetAllowAutoRedirect(message, true);
        }

        await pipeline.SendAsync(message, TestContext.Current.CancellationToken);
    }

    private sealed class PlainOptions : ClientOptions;
}
