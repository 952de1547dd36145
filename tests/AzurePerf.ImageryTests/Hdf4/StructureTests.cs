using AzurePerf.Imagery;
using AzurePerf.Imagery.Hdf4;
using Xunit;

namespace AzurePerf.ImageryTests.Hdf4;

public sealed class StructureTests
{
    [Theory]
    [InlineData("(\n", 100_000)]
    [InlineData("", 600_000)]
    public void A_structure_without_end_is_refused_at_once(string begin, int lines) =>
        Assert.Throws<UnreadableFileException>(() => OdlGroup.Parse(begin + string.Concat(Enumerable.Repeat("a\n", lines))));

    [Fact]
    public void Grids_and_swaths_are_read_as_they_were_written()
    {
        var read = HdfEosStructure.Read(Hdf4File.Open(EosSample.File()))!;
        Assert.Equivalent(EosSample.Structure, read, strict: true);
    }

    [Fact]
    public void A_long_structure_goes_on_in_the_next_attributes()
    {
        var fields = Enumerable.Range(0, 500).Select(i => new HdfEosField($"Field {i}", Hdf4NumberType.Int8, ["YDim", "XDim"])).ToArray();
        var structure = EosSample.Structure with { Grids = [EosSample.Structure.Grids[0] with { DataFields = fields }] };
        var attributes = structure.ToAttributes().ToArray();
        Assert.Equal(["HDFEOSVersion", "StructMetadata.0", "StructMetadata.1", "StructMetadata.2"], attributes.Select(attribute => attribute.Name));
        Assert.Equivalent(structure, HdfEosStructure.Parse(string.Concat(attributes.Skip(1).Select(attribute => attribute.Text))), strict: true);
    }

    [Fact]
    public void A_file_of_no_grid_or_swath_has_no_structure() => Assert.Null(HdfEosStructure.Read(Hdf4File.Open(Samples.Bytes("types.hdf"))));

    /// <summary>As MOD11_L2's own producer wrote it, lines indented and lists over two lines.</summary>
    [Fact]
    public void Indented_lines_and_lists_over_two_lines_are_read()
    {
        var structure = HdfEosStructure.Parse("""
            GROUP=SwathStructure
            	GROUP=SWATH_1
            		SwathName="MOD_Swath_LST"
            		GROUP=Dimension
            			OBJECT=Dimension_1
            				DimensionName="Coarse_swath_lines"
            				Size=406
            			END_OBJECT=Dimension_1
            		END_GROUP=Dimension
            		GROUP=DimensionMap
            			OBJECT=DimensionMap_1
            				GeoDimension="Coarse_swath_lines"
            				DataDimension="Along_swath_lines"
            				Offset=2
            				Increment=5
            			END_OBJECT=DimensionMap_1
            		END_GROUP=DimensionMap
            		GROUP=GeoField
            			OBJECT=GeoField_1
            				GeoFieldName="Latitude"
            				DataType=DFNT_FLOAT32
            				DimList=("Coarse_swath_lines",
            					"Coarse_swath_pixels")
            			END_OBJECT=GeoField_1
            		END_GROUP=GeoField
            	END_GROUP=SWATH_1
            END_GROUP=SwathStructure
            END
            """);
        var swath = Assert.Single(structure.Swaths);
        Assert.Equal(new Hdf4Dimension("Coarse_swath_lines", 406), Assert.Single(swath.Dimensions));
        Assert.Equal(new HdfEosDimensionMap("Coarse_swath_lines", "Along_swath_lines", 2, 5), Assert.Single(swath.DimensionMaps));
        Assert.Equal(["Coarse_swath_lines", "Coarse_swath_pixels"], Assert.Single(swath.GeoFields).Dimensions);
    }

    [Theory]
    [InlineData("GROUP=GridStructure\n")]
    [InlineData("END_GROUP=GridStructure\n")]
    [InlineData("nothing\n")]
    [InlineData("GROUP=GridStructure\nGROUP=GRID_1\nGridName=\"a\"\nXDim=-3\nEND_GROUP=GRID_1\nEND_GROUP=GridStructure\n")]
    public void A_structure_that_makes_no_sense_is_refused(string text) =>
        Assert.Throws<UnreadableFileException>(() => HdfEosStructure.Parse(text));

    [Fact]
    public void A_field_is_found_by_its_grid_where_two_grids_have_one_of_its_name()
    {
        var writer = new Hdf4Writer();
        foreach (var (grid, key) in new[] { ("A", 1), ("B", 2) })
        {
            writer.Add(NewSets.Of("QC", Hdf4NumberType.UInt8, [new($"YDim:{grid}", 2), new($"XDim:{grid}", 3)], Hdf4Storage.Plain, key));
        }

        var file = Hdf4File.Open(writer.Bytes());
        var field = new HdfEosField("QC", Hdf4NumberType.UInt8, ["YDim", "XDim"]);
        Assert.Equal((byte)2, file.DataSet("B", field)!.Read<byte>()[0]);
        Assert.Equal((byte)1, file.DataSet("none", field)!.Read<byte>()[0]);
        Assert.Null(file.DataSet("B", field with { Name = "none" }));
    }

    [Fact]
    public void Axes_of_one_name_and_two_lengths_are_not_written()
    {
        var writer = new Hdf4Writer();
        writer.Add(NewSets.Of("one", Hdf4NumberType.UInt8, [new("axis", 2)], Hdf4Storage.Plain, 1));
        writer.Add(NewSets.Of("two", Hdf4NumberType.UInt8, [new("axis", 3)], Hdf4Storage.Plain, 1));
        Assert.Throws<InvalidOperationException>(() => writer.WriteTo(Stream.Null));
    }

    [Fact]
    public void A_field_without_its_data_set_is_not_written()
    {
        var writer = new Hdf4Writer();
        writer.Add(EosSample.Structure);
        Assert.Throws<InvalidOperationException>(() => writer.WriteTo(Stream.Null));
    }
}
