using System.Net.Http;
using System.Net.Sockets;
using System.Security.Authentication;
using Azure;
using Azure.Identity;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Queues;
using Xunit;

namespace AzurePerf.UnitTests.Probes;

public sealed class StorageOutcomesTests
{
    private static readonly StorageOutcomes Outcomes = new();

    [Theory]
    [InlineData(503, "ServerBusy", OperationOutcome.Throttled)]
    [InlineData(429, null, OperationOutcome.Throttled)]
    [InlineData(429, "TooManyRequests", OperationOutcome.Throttled)]
    [InlineData(500, "OperationTimedOut", OperationOutcome.ServerTimeout)]
    [InlineData(503, "OperationTimedOut", OperationOutcome.ServerTimeout)]
    [InlineData(408, null, OperationOutcome.ServerTimeout)]
    [InlineData(504, null, OperationOutcome.ServerTimeout)]
    [InlineData(500, "InternalError", OperationOutcome.ServerError)]
    [InlineData(500, null, OperationOutcome.ServerError)]
    [InlineData(502, null, OperationOutcome.ServerError)]
    [InlineData(503, null, OperationOutcome.Throttled)]
    [InlineData(401, null, OperationOutcome.Unauthorized)]
    [InlineData(403, "AuthenticationFailed", OperationOutcome.Unauthorized)]
    [InlineData(404, "BlobNotFound", OperationOutcome.NotFound)]
    [InlineData(409, "EntityAlreadyExists", OperationOutcome.Conflict)]
    [InlineData(412, "UpdateConditionNotSatisfied", OperationOutcome.PreconditionFailed)]
    [InlineData(400, "InvalidInput", OperationOutcome.Rejected)]
    [InlineData(413, "RequestBodyTooLarge", OperationOutcome.Rejected)]
    [InlineData(307, null, OperationOutcome.Rejected)]
    [InlineData(200, null, OperationOutcome.Harness)]
    public void An_answer_is_named_by_its_status_and_code_whether_or_not_the_operation_mutates(int status, string? errorCode, OperationOutcome expected)
    {
        var failure = new RequestFailedException(status, "made up", errorCode, innerException: null);
        Assert.Equal(expected, Outcomes.Classify(failure, mutates: false));
        Assert.Equal(expected, Outcomes.Classify(failure, mutates: true));
    }

    public static TheoryData<Exception, OperationOutcome> NeverSent => new()
    {
        { Connecting(new SocketException((int)SocketError.ConnectionRefused)), OperationOutcome.ConnectionRefused },
        { Connecting(new SocketException((int)SocketError.HostUnreachable)), OperationOutcome.ConnectionRefused },
        { Connecting(new SocketException((int)SocketError.NetworkUnreachable)), OperationOutcome.ConnectionRefused },
        { Connecting(new SocketException((int)SocketError.TimedOut)), OperationOutcome.ClientTimeout },
        { Connecting(new TimeoutException()), OperationOutcome.ClientTimeout },
        { new TaskCanceledException("not connected within the limit of the handler", new TimeoutException()), OperationOutcome.ClientTimeout },
        { Connecting(new SocketException((int)SocketError.HostNotFound)), OperationOutcome.NameResolution },
        { Http(HttpRequestError.NameResolutionError, new SocketException((int)SocketError.HostNotFound)), OperationOutcome.NameResolution },
        { Http(HttpRequestError.SecureConnectionError, new AuthenticationException()), OperationOutcome.Tls },
        { new AuthenticationException(), OperationOutcome.Tls },
        { new SocketException((int)SocketError.ConnectionRefused), OperationOutcome.ConnectionRefused },
        { new SocketException((int)SocketError.TryAgain), OperationOutcome.NameResolution },
        { new AuthenticationFailedException("no"), OperationOutcome.Unauthorized },
        { new CredentialUnavailableException("none"), OperationOutcome.Unauthorized },
        { new CorruptDataException(), OperationOutcome.Corrupt },
        { new EmptyQueueException(), OperationOutcome.NotFound },
        { new IOException("disk full"), OperationOutcome.Harness },
        { new InvalidOperationException(), OperationOutcome.Harness },
    };

    [Theory]
    [MemberData(nameof(NeverSent), DisableDiscoveryEnumeration = true)]
    public void What_happens_before_sending_or_after_the_answer_is_named_alike_for_reads_and_writes(Exception failure, OperationOutcome expected)
    {
        Assert.Equal(expected, Outcomes.Classify(failure, mutates: false));
        Assert.Equal(expected, Outcomes.Classify(failure, mutates: true));
    }

    public static TheoryData<Exception, OperationOutcome> Unanswered => new()
    {
        { new TimeoutException(), OperationOutcome.ClientTimeout },
        { new TaskCanceledException("exceeded the configured timeout"), OperationOutcome.ClientTimeout },
        { new SocketException((int)SocketError.TimedOut), OperationOutcome.ClientTimeout },
        { new SocketException((int)SocketError.ConnectionReset), OperationOutcome.ConnectionReset },
        { new SocketException((int)SocketError.ConnectionAborted), OperationOutcome.ConnectionReset },
        { new IOException("read failed", new SocketException((int)SocketError.ConnectionReset)), OperationOutcome.ConnectionReset },
        { new HttpIOException(HttpRequestError.ResponseEnded), OperationOutcome.ConnectionReset },
        { new HttpRequestException("sending", new HttpIOException(HttpRequestError.ResponseEnded)), OperationOutcome.ConnectionReset },
        { new HttpRequestException("sending", new IOException("write", new SocketException((int)SocketError.Shutdown))), OperationOutcome.ConnectionReset },
        { new HttpRequestException("nothing known"), OperationOutcome.ConnectionReset },
    };

    [Theory]
    [MemberData(nameof(Unanswered), DisableDiscoveryEnumeration = true)]
    public void A_write_without_an_answer_is_ambiguous_and_a_read_is_named_by_what_broke(Exception failure, OperationOutcome reading)
    {
        Exception[] disguises = [failure, new RequestFailedException(0, "wrapped", failure), new AggregateException(new InvalidOperationException(), failure)];
        Assert.All(disguises, disguise => Assert.Equal(reading, Outcomes.Classify(disguise, mutates: false)));
        Assert.All(disguises, disguise => Assert.Equal(OperationOutcome.Ambiguous, Outcomes.Classify(disguise, mutates: true)));
    }

    [Fact]
    public void A_failure_without_status_and_cause_was_not_answered()
    {
        var failure = new RequestFailedException("no answer");
        Assert.Equal(OperationOutcome.ConnectionReset, Outcomes.Classify(failure, mutates: false));
        Assert.Equal(OperationOutcome.Ambiguous, Outcomes.Classify(failure, mutates: true));
    }

    private static RequestFailedException Connecting(Exception cause) => Http(HttpRequestError.ConnectionError, cause);

    private static RequestFailedException Http(HttpRequestError error, Exception cause) =>
        new(0, "wrapped", new HttpRequestException(error, "wrapped", cause));
}
