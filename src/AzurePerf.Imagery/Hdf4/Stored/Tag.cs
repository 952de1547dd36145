namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>What an element of a file is (HDF4 Specification and Developer's Guide, "Tag specifications").</summary>
internal static class Tag
{
    public const ushort Nothing = 1;
    public const ushort LinkedBlock = 20;
    public const ushort LibraryVersion = 30;
    public const ushort Compressed = 40;
    public const ushort Chunk = 61;
    public const ushort NumberType = 106;
    public const ushort Dimensions = 701;
    public const ushort Data = 702;
    public const ushort DataGroup = 720;
    public const ushort WrittenByDataSets = 721;
    public const ushort TableHeader = 1962;
    public const ushort TableRecords = 1963;
    public const ushort Group = 1965;

    /// <summary>Set in the tag of an element whose bytes are a description of where and how its data are stored.</summary>
    public const ushort Special = 0x4000;

    public const short SpecialLinked = 1;
    public const short SpecialCompressed = 3;
    public const short SpecialChunked = 5;

    public const ushort CodingNone = 0;
    public const ushort CodingDeflate = 4;
}
