using System.Globalization;
using System.Net.Sockets;
using Azure;
using Azure.Identity;

namespace AzurePerf.Storage;

/// <summary>Tells an unusable control account from faults of our own, and says in words what is wrong with it.</summary>
public static class StorageFailure
{
    /// <summary>True when the account, not this program, is why the exception was thrown.</summary>
    public static bool Matches(Exception exception) => Cause(exception) is not null;

    /// <summary>True when waiting will not help: the account refuses the credentials.</summary>
    public static bool IsRefusal(Exception exception) =>
        Cause(exception) is AuthenticationFailedException or RequestFailedException { Status: 401 or 403 };

    /// <summary>True when the account knows who asks and has no role for it, as for some minutes after a role was given.</summary>
    public static bool IsForbidden(Exception exception) => Cause(exception) is RequestFailedException { Status: 403 };

    /// <summary>True for a failure of storage that passes by itself: throttling, time-outs, broken connections, 5xx. Wrong keys and bad
    /// requests do not.</summary>
    public static bool MayPass(Exception exception) => exception switch
    {
        RequestFailedException failed => failed.Status is 0 or 408 or 429 or >= 500,
        AggregateException several => several.InnerExceptions.All(MayPass),
        IOException or TimeoutException or TaskCanceledException => true,
        _ => false,
    };

    /// <summary>What to do about <see cref="IsUnknownApiVersion"/>, as a clause.</summary>
    public const string UnknownApiVersionAdvice = "start it with --skipApiVersionCheck, or install a newer one";

    /// <summary>True when an emulator refuses every request because the client libraries speak a version of the storage API that it does
    /// not know.</summary>
    public static bool IsUnknownApiVersion(Exception exception) =>
        Cause(exception) is RequestFailedException { Status: 400, ErrorCode: "InvalidHeaderValue" };

    /// <summary>One clause for people, without addresses and keys.</summary>
    public static string Describe(Exception exception) => Cause(exception) switch
    {
        RequestFailedException { Status: 401 or 403 } refused => $"the control account refuses the sign-in ({CodeOf(refused)})",
        AuthenticationFailedException => "no sign-in for the control account could be had",
        RequestFailedException { Status: 404 } missing => $"the control account lacks a table, queue or container ({CodeOf(missing)})",
        RequestFailedException when IsUnknownApiVersion(exception) =>
            "the storage emulator does not know the API version of the Azure clients",
        RequestFailedException { Status: > 0 } failed => $"the control account answered {CodeOf(failed)}",
        _ => "the control account cannot be reached",
    };

    /// <summary>The Azure clients throw what the last try met, or all tries in one; a try that got no answer in time was
    /// cancelled.</summary>
    private static Exception? Cause(Exception exception) => exception switch
    {
        RequestFailedException or AuthenticationFailedException or HttpRequestException or SocketException or IOException
            or TimeoutException or TaskCanceledException => exception,
        AggregateException aggregate => aggregate.InnerExceptions.Select(Cause).OfType<Exception>().LastOrDefault(),
        _ => null,
    };

    private static string CodeOf(RequestFailedException failed) =>
        failed.ErrorCode is { Length: > 0 } code ? code : "HTTP " + failed.Status.ToString(CultureInfo.InvariantCulture);
}
