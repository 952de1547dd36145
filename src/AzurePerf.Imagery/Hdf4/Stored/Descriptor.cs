namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>One element: its bytes, or with <paramref name="IsSpecial"/> the description of where its data are.</summary>
internal readonly record struct Descriptor(bool IsSpecial, int Offset, int Length, ReadOnlyMemory<byte> File)
{
    public ReadOnlyMemory<byte> Bytes => Offset >= 0 && Length >= 0 && Offset <= File.Length - Length
        ? File.Slice(Offset, Length)
        : throw new UnreadableFileException($"An element of {Length} bytes at {Offset} lies outside the file of {File.Length} bytes.");
}
