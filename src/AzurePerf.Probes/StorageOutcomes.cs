using System.Net.Http;
using System.Net.Sockets;
using System.Security.Authentication;
using Azure;
using Azure.Identity;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Queues;

namespace AzurePerf.Probes;

/// <summary>
/// Classifies what the storage clients throw. What the service answered is named by its answer; without an answer it is named by where
/// the connection failed, and once a request that changes something may have been sent, nobody knows whether it landed.
/// </summary>
public sealed class StorageOutcomes : IOutcomeClassifier
{
    /// <summary>
    /// Classifies one failure. A cancellation that reaches this method is taken for a time-out, by which the client library means its
    /// network time-out; the caller that asked for the cancellation itself knows, and must not ask here.
    /// </summary>
    public OperationOutcome Classify(Exception exception, bool mutates) => exception switch
    {
        CorruptDataException => OperationOutcome.Corrupt,
        EmptyQueueException => OperationOutcome.NotFound,
        AuthenticationFailedException => OperationOutcome.Unauthorized,
        AggregateException { InnerExceptions: [.., var last] } => Classify(last, mutates),
        RequestFailedException { Status: > 0 } answer => OfAnswer(answer.Status, answer.ErrorCode),
        OperationCanceledException { InnerException: TimeoutException } => OperationOutcome.ClientTimeout, // not connected: nothing sent
        TimeoutException or OperationCanceledException => Unanswered(mutates, OperationOutcome.ClientTimeout),
        HttpRequestException { HttpRequestError: HttpRequestError.NameResolutionError } => OperationOutcome.NameResolution,
        HttpRequestException { HttpRequestError: HttpRequestError.SecureConnectionError } or AuthenticationException =>
            OperationOutcome.Tls,
        HttpRequestException { HttpRequestError: HttpRequestError.ConnectionError } connecting => OfConnecting(connecting.InnerException),
        HttpIOException => Unanswered(mutates, OperationOutcome.ConnectionReset),
        SocketException socket => OfSocket(socket.SocketErrorCode, mutates),
        { InnerException: { } inner } and (RequestFailedException or HttpRequestException or IOException) => Classify(inner, mutates),
        RequestFailedException or HttpRequestException => Unanswered(mutates, OperationOutcome.ConnectionReset),
        _ => OperationOutcome.Harness,
    };

    private static OperationOutcome OfAnswer(int status, string? errorCode) => status switch
    {
        429 => OperationOutcome.Throttled,
        503 when errorCode is null or "ServerBusy" => OperationOutcome.Throttled, // an answer whose body could not be read has no code
        408 or 504 => OperationOutcome.ServerTimeout,
        >= 500 when errorCode == "OperationTimedOut" => OperationOutcome.ServerTimeout,
        >= 500 => OperationOutcome.ServerError,
        401 or 403 => OperationOutcome.Unauthorized,
        404 => OperationOutcome.NotFound,
        409 => OperationOutcome.Conflict,
        412 => OperationOutcome.PreconditionFailed,
        >= 300 => OperationOutcome.Rejected,
        _ => OperationOutcome.Harness,
    };

    // Nothing was sent yet, so even a write has certainly not landed.
    private static OperationOutcome OfConnecting(Exception? cause) => cause switch
    {
        SocketException { SocketErrorCode: SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain } =>
            OperationOutcome.NameResolution,
        SocketException { SocketErrorCode: SocketError.TimedOut } or OperationCanceledException or TimeoutException =>
            OperationOutcome.ClientTimeout,
        _ => OperationOutcome.ConnectionRefused,
    };

    /// <summary>Classifies what a connection met, whatever is spoken over it.</summary>
    internal static OperationOutcome OfSocket(SocketError error, bool mutates) => error switch
    {
        SocketError.ConnectionRefused or SocketError.HostUnreachable or SocketError.NetworkUnreachable =>
            OperationOutcome.ConnectionRefused,
        SocketError.HostNotFound or SocketError.NoData or SocketError.TryAgain => OperationOutcome.NameResolution,
        SocketError.TimedOut => Unanswered(mutates, OperationOutcome.ClientTimeout),
        _ => Unanswered(mutates, OperationOutcome.ConnectionReset),
    };

    private static OperationOutcome Unanswered(bool mutates, OperationOutcome reading) => mutates ? OperationOutcome.Ambiguous : reading;
}
