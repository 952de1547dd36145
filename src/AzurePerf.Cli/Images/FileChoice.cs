using AzurePerf.Cli.Api;

namespace AzurePerf.Cli.Images;

/// <summary>What becomes of a file of a download.</summary>
internal enum FileChoice
{
    /// <summary>It is downloaded.</summary>
    Download,

    /// <summary>The folder has it with the same content.</summary>
    Keep,

    /// <summary>It was stored before the time that was asked for.</summary>
    LeaveOut,
}

/// <summary>Decides it.</summary>
internal static class FileChoices
{
    /// <param name="isOfOneRun">Whether runs that made the same differ in it.</param>
    /// <param name="head">What the server says of the file; null where it says nothing.</param>
    /// <param name="size">Of the file in the folder; null where there is none.</param>
    /// <param name="digest">SHA-256 of it; null where it was not computed.</param>
    /// <param name="since">When it must have been stored at the earliest; null for any time.</param>
    public static FileChoice Of(bool isOfOneRun, ApiFileHead? head, long? size, ReadOnlyMemory<byte>? digest, DateTimeOffset? since) =>
        IsThere(isOfOneRun, head, size, digest) ? FileChoice.Keep
        : !isOfOneRun && head?.StoredAt is { } storedAt && storedAt < since ? FileChoice.LeaveOut
        : FileChoice.Download;

    /// <summary>A server that tells no digest is believed by the size, unless runs differ in the file.</summary>
    private static bool IsThere(bool isOfOneRun, ApiFileHead? head, long? size, ReadOnlyMemory<byte>? digest) =>
        head?.Bytes is { } bytes && size == bytes
            && (head.Digest is { } told ? digest is { } found && told.AsSpan().SequenceEqual(found.Span) : !isOfOneRun);
}
