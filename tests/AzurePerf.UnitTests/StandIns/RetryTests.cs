using System.Net;
using Azure;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Data.Tables;
using AzurePerf.Testing.Http;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

public sealed class RetryTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public void The_defaults_are_three_exponential_retries_from_eight_tenths_of_a_second()
    {
        RetryOptions retry = new TableClientOptions().Retry;

        Assert.Equal(3, retry.MaxRetries);
        Assert.Equal(RetryMode.Exponential, retry.Mode);
        Assert.Equal(TimeSpan.FromSeconds(0.8), retry.Delay);
        Assert.Equal(TimeSpan.FromMinutes(1), retry.MaxDelay);
        Assert.Equal(TimeSpan.FromSeconds(100), retry.NetworkTimeout);
    }

    [Theory]
    [InlineData(408)]
    [InlineData(429)]
    [InlineData(500)]
    [InlineData(502)]
    [InlineData(503)]
    [InlineData(504)]
    public async Task Passing_failures_are_tried_four_times_in_all(int status)
    {
        var table = new RecordedTable(() => RecordingHandler.Answer((HttpStatusCode)status));

        var failure = await Assert.ThrowsAsync<RequestFailedException>(() => AddAsync(table.Client));

        Assert.Equal(status, failure.Status);
        Assert.Equal(4, table.Wire.Requests.Count);
    }

    [Theory]
    [InlineData(400)]
    [InlineData(403)]
    [InlineData(404)]
    [InlineData(409)]
    [InlineData(412)]
    [InlineData(501)]
    public async Task Lasting_failures_are_tried_once(int status)
    {
        var table = new RecordedTable(() => RecordingHandler.Answer((HttpStatusCode)status));

        var failure = await Assert.ThrowsAsync<RequestFailedException>(() => AddAsync(table.Client));

        Assert.Equal(status, failure.Status);
        Assert.Single(table.Wire.Requests);
    }

    [Fact]
    public async Task A_retry_sends_the_same_body_with_a_signature_of_its_own()
    {
        var table = new RecordedTable(
            () => RecordingHandler.Answer(HttpStatusCode.ServiceUnavailable),
            () => RecordingHandler.Answer(HttpStatusCode.NoContent));

        Response added = await AddAsync(table.Client);

        Assert.Equal(204, added.Status);
        Assert.Equal(2, table.Wire.Requests.Count);
        Assert.Equal(table.Wire.Requests[0].Body, table.Wire.Requests[1].Body);
        Assert.All(table.Wire.Requests, request => Assert.Equal(Signatures.Expected(request), request.Header("Authorization")));
    }

    [Fact]
    public async Task Retries_can_be_turned_off()
    {
        var table = new RecordedTable(() => RecordingHandler.Answer(HttpStatusCode.ServiceUnavailable));
        table.Options.Retry.MaxRetries = 0;

        await Assert.ThrowsAsync<RequestFailedException>(() => AddAsync(table.Client));

        Assert.Single(table.Wire.Requests);
    }

    [Fact]
    public async Task Added_policies_see_each_call_once_and_each_signed_attempt()
    {
        var table = new RecordedTable(
            () => RecordingHandler.Answer(HttpStatusCode.ServiceUnavailable),
            () => RecordingHandler.Answer(HttpStatusCode.NoContent));
        var perCall = new CountingPolicy();
        var perRetry = new CountingPolicy();
        table.Options.AddPolicy(perCall, HttpPipelinePosition.PerCall);
        table.Options.AddPolicy(perRetry, HttpPipelinePosition.PerRetry);

        await AddAsync(table.Client);

        Assert.Equal((1, 0), (perCall.Requests, perCall.Signed));
        Assert.Equal((2, 2), (perRetry.Requests, perRetry.Signed));
    }

    [Fact]
    public async Task A_cancelled_call_is_not_retried()
    {
        using var stop = new CancellationTokenSource();
        var table = new RecordedTable(() =>
        {
            stop.Cancel();
            return RecordingHandler.Answer(HttpStatusCode.ServiceUnavailable);
        });

        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => table.Client.AddEntityAsync(new TableEntity("p", "r"), stop.Token));

        Assert.Single(table.Wire.Requests);
    }

    private static Task<Response> AddAsync(TableClient table) => table.AddEntityAsync(new TableEntity("p", "r"), Cancel);

    private sealed class CountingPolicy : HttpPipelineSynchronousPolicy
    {
        public int Requests { get; private set; }

        public int Signed { get; private set; }

        public override void OnSendingRequest(HttpMessage message)
        {
            Requests++;
            Signed += message.Request.Headers.Contains("Authorization") ? 1 : 0;
        }
    }
}
