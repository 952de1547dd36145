namespace AzurePerf.Core.Programs;

/// <summary>One entry of a zip file, as its directory has it.</summary>
/// <param name="Path">Without the slash that the name of a folder ends in.</param>
/// <param name="IsFolder">True for a folder.</param>
/// <param name="IsExecutable">True where it says that somebody may execute it.</param>
/// <param name="Header">Where its header begins, from the begin of the file.</param>
/// <param name="PackedBytes">Its bytes in the zip file.</param>
/// <param name="Bytes">Its bytes when unpacked, as declared.</param>
/// <param name="Checksum">Of its content.</param>
/// <param name="IsDeflated">False where it is stored as it is.</param>
internal sealed record ZipEntry(
    string Path, bool IsFolder, bool IsExecutable, uint Header, uint PackedBytes, uint Bytes, uint Checksum, bool IsDeflated)
{
    /// <summary>Where its content begins; known once its header is read.</summary>
    public long Content { get; init; }

    public string Shown => ProgramPath.Shown(Path);
}
