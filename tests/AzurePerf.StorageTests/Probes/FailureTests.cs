using System.Net;
using System.Net.Sockets;
using Azure;
using Azure.Storage.Blobs;
using Azure.Storage.Blobs.Models;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Targets;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Testing.Http;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

/// <summary>What the client libraries really throw, and what it is then called.</summary>
public sealed class FailureTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_port_where_nobody_listens_refuses_reads_and_writes_alike()
    {
        var address = LoopbackService.AddressAt(new($"http://127.0.0.1:{UnusedPort()}"));
        await AssertOutcomesAsync(address, Patience, OperationOutcome.ConnectionRefused, OperationOutcome.ConnectionRefused);
    }

    [Fact]
    public async Task A_name_that_does_not_exist_is_a_name_resolution_failure() =>
        await AssertOutcomesAsync(LoopbackService.AddressAt(new("http://account.invalid")), Patience, OperationOutcome.NameResolution, OperationOutcome.NameResolution);

    [Fact]
    public async Task A_peer_that_does_not_speak_TLS_is_a_TLS_failure()
    {
        await using var service = await LoopbackService.StartAsync(_ => Task.CompletedTask, Token);
        var address = LoopbackService.AddressAt(new UriBuilder(service.Endpoint) { Scheme = "https" }.Uri);
        await AssertOutcomesAsync(address, Patience, OperationOutcome.Tls, OperationOutcome.Tls);
    }

    [Fact]
    public async Task A_service_that_never_answers_times_out_and_leaves_a_write_ambiguous()
    {
        await using var service = await LoopbackService.StartAsync(context => Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, context.RequestAborted), Token);
        await AssertOutcomesAsync(service.Address, TimeSpan.FromSeconds(0.2), OperationOutcome.ClientTimeout, OperationOutcome.Ambiguous);
    }

    [Fact]
    public async Task A_connection_that_breaks_before_the_answer_leaves_a_write_ambiguous()
    {
        await using var service = await LoopbackService.StartAsync(
            context =>
            {
                context.Abort();
                return Task.CompletedTask;
            },
            Token);
        await AssertOutcomesAsync(service.Address, Patience, OperationOutcome.ConnectionReset, OperationOutcome.Ambiguous);
    }

    [Fact]
    public async Task A_connection_that_is_closed_in_good_order_before_the_answer_is_asked_once_and_leaves_a_write_ambiguous()
    {
        await using var service = new ClosingService("");
        await AssertOutcomesAsync(service.Address, Patience, OperationOutcome.ConnectionReset, OperationOutcome.Ambiguous);
        Assert.Equal(8, service.Requests);
    }

    [Fact]
    public async Task A_connection_that_was_closed_while_nothing_was_asked_is_replaced_and_fails_nothing()
    {
        await using var service = new ClosingService("HTTP/1.1 204 No Content\r\n\r\n");
        using var target = StorageTarget.Open(service.Address, 1, 1, Patience);
        for (var operation = 0; operation < 3; operation++)
        {
            await target.Lanes[0].Tables.GetTableClient("t").DeleteEntityAsync("p", "r", ETag.All, Token);
            await service.ClosedAsync(Token);
        }

        Assert.Equal((3, 3L, 3L), (service.Requests, target.WireRequests, target.ConnectionsOpened));
    }

    [Fact]
    public async Task A_redirect_is_not_followed_so_that_no_signature_or_token_leaves_the_account()
    {
        var strangers = 0;
        await using var stranger = await LoopbackService.StartAsync(
            _ =>
            {
                Interlocked.Increment(ref strangers);
                return Task.CompletedTask;
            },
            Token);
        await using var service = await LoopbackService.StartAsync(
            context =>
            {
                context.Response.StatusCode = StatusCodes.Status307TemporaryRedirect;
                context.Response.Headers.Location = stranger.Endpoint + "account/c/b";
                return Task.CompletedTask;
            },
            Token);
        await AssertOutcomesAsync(service.Address, Patience, OperationOutcome.Rejected, OperationOutcome.Rejected);
        Assert.Equal(0, strangers);
    }

    [Fact]
    public async Task A_body_that_breaks_off_is_asked_for_again_by_the_library_and_shows_as_more_wire_requests()
    {
        var content = new byte[100_000];
        new Random(1).NextBytes(content);
        var halfRead = new TaskCompletionSource();
        var answers = 0;
        await using var service = await LoopbackService.StartAsync(context => ServeAsync(context, content, answers++ == 0 ? halfRead.Task : null), Token);
        using var target = StorageTarget.Open(service.Address, 1, 1, Patience);

        BlobDownloadStreamingResult answer = await target.Lanes[0].Blobs.GetBlobContainerClient("c").GetBlobClient("b").DownloadStreamingAsync(cancellationToken: Token);
        var received = new byte[content.Length];
        await answer.Content.ReadExactlyAsync(received.AsMemory(0, content.Length / 2), Token);
        halfRead.SetResult();
        await answer.Content.ReadExactlyAsync(received.AsMemory(content.Length / 2), Token);

        Assert.Equal(content, received);
        Assert.Equal(2, target.WireRequests);
    }

    [Fact]
    public async Task A_body_that_breaks_off_for_good_is_a_reset_connection()
    {
        await using var service = await LoopbackService.StartAsync(context => ServeAsync(context, new byte[100_000], Task.CompletedTask), Token);
        using var target = StorageTarget.Open(service.Address, 1, 1, Patience);
        var blob = target.Lanes[0].Blobs.GetBlobContainerClient("c").GetBlobClient("b");
        var failure = await Assert.ThrowsAnyAsync<Exception>(async () =>
        {
            BlobDownloadStreamingResult answer = await blob.DownloadStreamingAsync(cancellationToken: Token);
            await answer.Content.CopyToAsync(Stream.Null, Token);
        });
        Assert.Equal(OperationOutcome.ConnectionReset, new StorageOutcomes().Classify(failure, mutates: false));
    }

    private static async Task AssertOutcomesAsync(StorageAccountAddress address, TimeSpan operationTimeout, OperationOutcome read, OperationOutcome write)
    {
        using var target = StorageTarget.Open(address, 1, 1, operationTimeout);
        var client = target.Lanes[0];
        BlobClient blob = client.Blobs.GetBlobContainerClient("c").GetBlobClient("b");
        await AssertAsync(read, mutates: false, () => blob.DownloadStreamingAsync(cancellationToken: Token));
        await AssertAsync(read, mutates: false, () => client.Queues.GetQueueClient("q").PeekMessageAsync(Token));
        await AssertAsync(read, mutates: false, () => client.Tables.GetTableClient("t").GetEntityAsync<Azure.Data.Tables.TableEntity>("p", "r", cancellationToken: Token));
        await AssertAsync(write, mutates: true, () => blob.UploadAsync(new BinaryData("content"), overwrite: true, Token));
        await AssertAsync(write, mutates: true, () => client.Queues.GetQueueClient("q").SendMessageAsync("m", Token));
        await AssertAsync(write, mutates: true, () => client.Tables.GetTableClient("t").AddEntityAsync(new Azure.Data.Tables.TableEntity("p", "r"), Token));
        await AssertAsync(write, mutates: true, () => client.Queues.GetQueueClient("q").ReceiveMessageAsync(cancellationToken: Token));
        await AssertAsync(write, mutates: true, () => client.Tables.GetTableClient("t").DeleteEntityAsync("p", "r", ETag.All, Token));
        Assert.Equal(8, target.WireRequests);
    }

    private static async Task AssertAsync<T>(OperationOutcome expected, bool mutates, Func<Task<T>> operation)
    {
        var failure = await Assert.ThrowsAnyAsync<Exception>(operation);
        Assert.Equal((expected, failure.GetType()), (new StorageOutcomes().Classify(failure, mutates), failure.GetType()));
    }

    private static async Task ServeAsync(HttpContext context, byte[] content, Task? breakOffAfter)
    {
        var range = context.Request.Headers["x-ms-range"].ToString();
        var start = range.Length == 0 ? 0 : int.Parse(range["bytes=".Length..].Split('-')[0], System.Globalization.CultureInfo.InvariantCulture);
        context.Response.StatusCode = start == 0 ? (int)HttpStatusCode.OK : (int)HttpStatusCode.PartialContent;
        context.Response.Headers.ETag = "\"0x1\"";
        context.Response.Headers.LastModified = "Sat, 21 Nov 2026 05:00:00 GMT";
        context.Response.Headers["x-ms-blob-type"] = "BlockBlob";
        context.Response.Headers.ContentRange = $"bytes {start}-{content.Length - 1}/{content.Length}";
        context.Response.ContentLength = content.Length - start;
        await context.Response.Body.WriteAsync(content.AsMemory(start, breakOffAfter is null ? content.Length - start : (content.Length - start) / 2));
        await context.Response.Body.FlushAsync();
        if (breakOffAfter is not null)
        {
            await breakOffAfter;
            context.Abort();
        }
    }

    private static int UnusedPort()
    {
        using var listener = new Socket(SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)listener.LocalEndPoint!).Port;
    }
}
