using System.Text;

namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>The elements of a file to be: names them, and writes them behind their descriptors.</summary>
internal sealed class NewElements
{
    private const int DescriptorsInBlock = 256;
    private const int BlockBytes = 6 + (12 * DescriptorsInBlock);
    private const string Version = "HDF Version 4.2 Release 15";

    private readonly List<(ushort Tag, ushort Reference, ReadOnlyMemory<byte>? Bytes)> _elements = [];
    private ushort _lastReference;

    /// <summary>The HDF Group's library looks for the version that wrote a file: the layout here is that of 4.2.15.</summary>
    public NewElements() =>
        Add(
            Tag.LibraryVersion,
            1,
            new ByteBuilder().Int32(4).Int32(2).Int32(15).Bytes(Encoding.Latin1.GetBytes(Version.PadRight(80, '\0'))).ToArray());

    public ushort NewReference() => ++_lastReference < ushort.MaxValue
        ? _lastReference
        : throw new InvalidOperationException("An HDF4 file has no more than 65,534 references: use larger chunks.");

    /// <param name="bytes">Null for an element that is named and never written.</param>
    public void Add(int tag, ushort reference, ReadOnlyMemory<byte>? bytes) => _elements.Add(((ushort)tag, reference, bytes));

    public ushort Add(int tag, ReadOnlyMemory<byte> bytes)
    {
        var reference = NewReference();
        Add(tag, reference, bytes);
        return reference;
    }

    public ushort AddGroup(string name, string type, IReadOnlyCollection<(ushort Tag, ushort Reference)> members)
    {
        var group = new ByteBuilder().Int16(checked((ushort)members.Count));
        foreach (var (tag, _) in members)
        {
            group.Int16(tag);
        }

        foreach (var (_, reference) in members)
        {
            group.Int16(reference);
        }

        return Add(Tag.Group, group.Text(name).Text(type).Int32(0).Int16(3).Int16(0).Byte(0).ToArray());
    }

    /// <summary>A table and its records.</summary>
    public ushort AddTable(string name, string type, IReadOnlyList<VdataField> fields, int count, ReadOnlyMemory<byte> records)
    {
        var header = new ByteBuilder().Int16(0).Int32(count).Int16(fields.Sum(field => field.Size)).Int16(fields.Count);
        foreach (var field in fields)
        {
            header.Int16(field.Type);
        }

        foreach (var field in fields)
        {
            header.Int16(field.Size);
        }

        var offset = 0;
        foreach (var field in fields)
        {
            header.Int16(offset);
            offset += field.Size;
        }

        foreach (var field in fields)
        {
            header.Int16(field.Order);
        }

        foreach (var field in fields)
        {
            header.Text(field.Name);
        }

        header.Text(name).Text(type).Int32(0).Int16(3).Int16(0).Int16(3).Int16(0).Byte(0);
        var reference = Add(Tag.TableHeader, header.ToArray());
        Add(Tag.TableRecords, reference, count > 0 ? records : null);
        return reference;
    }

    /// <summary>The blocks of descriptors stand first, so that a stream that only goes forward will do.</summary>
    public void WriteTo(Stream stream)
    {
        var blocks = (_elements.Count + DescriptorsInBlock - 1) / DescriptorsInBlock;
        long offset = 4 + ((long)blocks * BlockBytes);
        var head = new ByteBuilder().Int32(0x0e031301);
        for (var block = 0; block < blocks; block++)
        {
            head.Int16(DescriptorsInBlock).Int32(block + 1 < blocks ? 4 + ((block + 1) * BlockBytes) : 0);
            for (var i = block * DescriptorsInBlock; i < (block + 1) * DescriptorsInBlock; i++)
            {
                offset = AddDescriptor(head, i, offset);
            }
        }

        stream.Write(head.ToArray());
        foreach (var (_, _, bytes) in _elements)
        {
            stream.Write(bytes.GetValueOrDefault().Span);
        }
    }

    private long AddDescriptor(ByteBuilder head, int index, long offset)
    {
        var (tag, reference, written) = index < _elements.Count ? _elements[index] : (Tag.Nothing, (ushort)0, null);
        if (written is not { } bytes)
        {
            head.Name(tag, reference).Int32(-1).Int32(-1);
            return offset;
        }

        if (offset + bytes.Length > int.MaxValue)
        {
            throw new InvalidOperationException("An HDF4 file has no more than 2 GB.");
        }

        head.Name(tag, reference).Int32((int)offset).Int32(bytes.Length);
        return offset + bytes.Length;
    }
}
