using System.Text;
using AzurePerf.Core.Programs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Programs;

/// <summary>How programs stand in rows: all in one partition, so that a list is one request.</summary>
internal static class ProgramRows
{
    public const string Partition = "programs";

    public static Row FromProgram(StoredProgram program) => new(Partition, program.Hash)
    {
        ["v"] = 1,
        ["manifest"] = program.ManifestText,
        ["zippedBytes"] = program.ZippedBytes,
        ["unpackedBytes"] = program.UnpackedBytes,
        ["files"] = program.Files,
        ["addedBy"] = program.AddedBy,
        ["addedAt"] = program.AddedAt,
        ["revokedAt"] = program.RevokedAt,
        ["revokedBy"] = program.RevokedBy.Length > 0 ? program.RevokedBy : null,
    };

    /// <exception cref="CorruptRowException">The row makes no sense.</exception>
    public static StoredProgram ToProgram(Row row)
    {
        row.RequireVersion(1);
        var text = row.RequiredText("manifest");
        var (manifest, fault) = ProgramManifest.Read(Encoding.UTF8.GetBytes(text));
        return new()
        {
            Hash = ProgramHash.IsValid(row.RowKey) ? row.RowKey : throw row.Corrupt("its key", "is no SHA-256"),
            Manifest = manifest ?? throw row.Corrupt("manifest", "cannot be read: " + fault),
            ManifestText = text,
            ZippedBytes = row.Long("zippedBytes"),
            UnpackedBytes = row.Long("unpackedBytes"),
            Files = row.Integer("files"),
            AddedBy = row.RequiredText("addedBy"),
            AddedAt = row.RequiredInstant("addedAt"),
            RevokedAt = row.Instant("revokedAt"),
            RevokedBy = row.Text("revokedBy"),
            ETag = row.ETag,
        };
    }
}
