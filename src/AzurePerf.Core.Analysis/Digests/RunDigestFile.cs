using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Digests;

/// <summary>How <see cref="RunDigest"/> lies in a blob.</summary>
public static class RunDigestFile
{
    /// <summary>The name of the blob of a run.</summary>
    public static string NameOf(string runId) => runId + "/digest.json.gz";

    public static byte[] Write(RunDigest digest) => CompressedJson.Write(digest);

    /// <summary>The digest; null for a file of another version or none of ours: readers then take the rows.</summary>
    public static RunDigest? Read(ReadOnlyMemory<byte> file) =>
        CompressedJson.TryRead<RunDigest>(
            file) is { Version: RunDigest.CurrentVersion, Run: not null, Points: not null, Curves: not null } digest ? digest : null;
}
