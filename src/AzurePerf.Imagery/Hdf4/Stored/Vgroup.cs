namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>A named group of elements (HDF4 Specification and Developer's Guide, "Vgroup").</summary>
internal sealed record Vgroup(string Name, string Class, IReadOnlyList<(ushort Tag, ushort Reference)> Members)
{
    public const string File = "CDF0.0";
    public const string Variable = "Var0.0";
    public const string Dimension = "Dim0.0";
    public const string UnlimitedDimension = "UDim0.0";

    public static Vgroup Read(Elements elements, ushort reference)
    {
        var cursor = new ByteCursor(elements.Describe(Tag.Group, reference, "Vgroup"), "Vgroup");
        var count = cursor.UInt16();
        if (count * 4 > cursor.Remaining)
        {
            throw new UnreadableFileException($"Vgroup {reference} names more members than it has.");
        }

        var members = new (ushort Tag, ushort Reference)[count];
        for (var i = 0; i < count; i++)
        {
            members[i].Tag = cursor.UInt16();
        }

        for (var i = 0; i < count; i++)
        {
            members[i].Reference = cursor.UInt16();
        }

        return new(cursor.Text(), cursor.Text(), members);
    }

    /// <summary>The reference of the first member of a tag.</summary>
    public ushort? Find(ushort tag)
    {
        foreach (var member in Members)
        {
            if (member.Tag == tag)
            {
                return member.Reference;
            }
        }

        return null;
    }
}
