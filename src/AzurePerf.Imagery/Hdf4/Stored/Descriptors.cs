namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>
/// Where each element of a file is, by tag and reference (HDF4 Specification and Developer's Guide, "Data descriptors"): a chain of
/// blocks of descriptors, the first of them behind the four bytes that mark a file as HDF4.
/// </summary>
internal sealed class Descriptors
{
    private const int DescriptorBytes = 12;

    /// <summary>References have 16 bits and a handful of tags are used, so more are no file of use; keeps the table below 20 MB.</summary>
    private const int Maximum = 300_000;

    private readonly ReadOnlyMemory<byte> _file;
    private readonly Dictionary<(ushort Tag, ushort Reference), (bool IsSpecial, int Offset, int Length)> _byName = [];
    private readonly List<ushort> _groups = [];

    public Descriptors(ReadOnlyMemory<byte> file)
    {
        if (file.Length < 10 || !file.Span.StartsWith(Mark))
        {
            throw new UnreadableFileException("The file is not HDF4: it does not begin with 0e 03 13 01.");
        }

        _file = file;
        var seen = new HashSet<int>();
        for (var offset = 4; offset != 0;)
        {
            if (offset < 4 || offset > file.Length || !seen.Add(offset))
            {
                throw new UnreadableFileException("The blocks of descriptors do not follow one another inside the file.");
            }

            offset = ReadBlock(offset);
        }
    }

    /// <summary>The four bytes with which a file begins.</summary>
    public static ReadOnlySpan<byte> Mark => [0x0e, 0x03, 0x13, 0x01];

    /// <summary>References of all Vgroups, in the order of their descriptors.</summary>
    public IReadOnlyList<ushort> Groups => _groups;

    public Descriptor? Find(ushort tag, ushort reference) =>
        _byName.TryGetValue((tag, reference), out var found) ? new(found.IsSpecial, found.Offset, found.Length, _file) : null;

    private int ReadBlock(int offset)
    {
        var cursor = new ByteCursor(_file.Span[offset..], "block of descriptors");
        var count = cursor.Int16();
        var next = cursor.Int32();
        if (count < 0 || count * DescriptorBytes > cursor.Remaining)
        {
            throw new UnreadableFileException("A block of descriptors is longer than the file.");
        }

        for (var i = 0; i < count; i++)
        {
            Add(cursor.UInt16(), cursor.UInt16(), cursor.Int32(), cursor.Int32());
        }

        return next;
    }

    /// <summary>An element that was named but never written has a place and a length of -1: it counts as absent.</summary>
    private void Add(ushort tag, ushort reference, int offset, int length)
    {
        var isSpecial = tag < 0x8000 && (tag & Tag.Special) != 0;
        var plain = isSpecial ? (ushort)(tag & ~Tag.Special) : tag;
        if (plain is 0 or Tag.Nothing || (offset == -1 && length == -1))
        {
            return;
        }

        // The first one of a name counts, as in the HDF Group's library; where it lies is looked at when it is read.
        if (_byName.TryAdd((plain, reference), (isSpecial, offset, length)) && plain == Tag.Group)
        {
            _groups.Add(reference);
        }

        if (_byName.Count > Maximum)
        {
            throw new UnreadableFileException($"The file has more than {Maximum} elements.");
        }
    }
}

/// <summary>One element: its bytes, or with <paramref name="IsSpecial"/> the description of where its data are.</summary>
internal readonly record struct Descriptor(bool IsSpecial, int Offset, int Length, ReadOnlyMemory<byte> File)
{
    public ReadOnlyMemory<byte> Bytes => Offset >= 0 && Length >= 0 && Offset <= File.Length - Length
        ? File.Slice(Offset, Length)
        : throw new UnreadableFileException($"An element of {Length} bytes at {Offset} lies outside the file of {File.Length} bytes.");
}
