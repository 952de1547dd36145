using AzurePerf.Imagery.Hdf4.Stored;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>The Vgroups by which HDF-EOS2's library finds the data sets of a grid or a swath.</summary>
internal static class HdfEosGroups
{
    public static void AddGroups(
        this HdfEosStructure structure, NewElements file, IReadOnlyList<(Hdf4NewDataSet DataSet, ushort Group)> sets)
    {
        foreach (var swath in structure.Swaths)
        {
            Add(file, swath.Name, "SWATH", sets, ("Geolocation Fields", swath.GeoFields), ("Data Fields", swath.DataFields));
        }

        foreach (var grid in structure.Grids)
        {
            Add(file, grid.Name, "GRID", sets, ("Data Fields", grid.DataFields));
        }
    }

    private static void Add(
        NewElements file,
        string owner,
        string type,
        IReadOnlyList<(Hdf4NewDataSet DataSet, ushort Group)> sets,
        params ReadOnlySpan<(string Name, IReadOnlyList<HdfEosField> Fields)> kinds)
    {
        var members = new List<(ushort Tag, ushort Reference)>();
        foreach (var (name, fields) in kinds)
        {
            var dataSets = fields.Select(field => (Tag.DataGroup, Find(sets, field, owner))).ToArray();
            members.Add((Tag.Group, file.AddGroup(name, $"{type} Vgroup", dataSets)));
        }

        members.Add((Tag.Group, file.AddGroup(type == "GRID" ? "Grid Attributes" : "Swath Attributes", $"{type} Vgroup", [])));
        file.AddGroup(owner, type, members);
    }

    private static ushort Find(IReadOnlyList<(Hdf4NewDataSet DataSet, ushort Group)> sets, HdfEosField field, string owner)
    {
        var axes = field.Dimensions.Select(axis => $"{axis}:{owner}").ToArray();
        foreach (var (dataSet, group) in sets)
        {
            var isOfField = dataSet.Name == field.Name && dataSet.Type == field.Type;
            if (isOfField && dataSet.Dimensions.Select(axis => axis.Name).SequenceEqual(axes))
            {
                return group;
            }
        }

        throw new InvalidOperationException($"{field.Name} of {owner} has no data set of its type and axes {string.Join(", ", axes)}.");
    }
}
