using AzurePerf.Imagery.Products;
using Xunit;

namespace AzurePerf.ImageryTests.Products;

public sealed class ProductFileTests
{
    private const string Snow = """
        {
          "title": "Snow cover, daily tile at 500 m",
          "kind": "tile",
          "twins": [ { "id": "MOD10A1", "platform": "terra", "firstDay": "2000-02-24" } ],
          "periodDays": 1,
          "shapes": [ { "name": "500m", "rows": 2400, "columns": 2400, "resolutionMetres": 463.3127 } ],
          "qualities": [ {
            "name": "basic", "dataSet": "Flags", "numberType": "uint8", "bits": { "first": 0, "count": 2 },
            "choices": { "best": [0], "good": [0, 1] }, "defaultChoice": "good"
          } ],
          "dataSets": [ {
            "name": "Snow", "title": "Snow", "numberType": "uint8", "shape": "500m", "fill": 255, "validRange": [0, 100],
            "unit": "1", "scaling": { "scale": 0.01, "offset": 0, "rule": "add" }, "quality": "basic"
          } ],
          "sources": [ { "title": "invented for this test", "section": "all of it" } ]
        }
        """;

    [Fact]
    public void A_new_product_is_one_data_file()
    {
        var catalogue = ProductCatalogue.Read([.. ProductCatalogue.ShippedFiles(), ("MOD10A1.json", Snow)]);
        Assert.Equal(ProductCatalogue.Shipped.Products.Count + 1, catalogue.Products.Count);
        var product = catalogue.Find(GranuleName.Parse("MOD10A1.A2010032.h10v05.061.2021165110811.hdf")!.Product)!;
        Assert.Contains(product, catalogue.Products);
        var dataSet = product.FindDataSet("Snow")!;
        var mask = new QualityMask(product.QualityOf(dataSet)!);
        Assert.Equal(0.5, new ValueDecoder(dataSet).Decode(50, mask, 1));
        Assert.Null(new ValueDecoder(dataSet).Decode(50, mask, 2));
        Assert.True(product.IsDay(new(2010, 2, 1)));
        Assert.Equal(2400, product.ShapeOf(dataSet).Rows);
    }

    [Theory]
    [InlineData("\"title\": \"Snow\", ", "\"title\": \"Snow\", \"colour\": \"white\", ", "dataSets[0].colour is not a known member")]
    [InlineData("\"kind\": \"tile\",", "\"kind\": \"tile\", \"version\": 1,", "version is not a known member")]
    [InlineData("\"unit\": \"1\", ", "", "dataSets[0].unit is missing")]
    [InlineData("\"periodDays\": 1,", "", "periodDays is missing")]
    [InlineData("\"first\": 0, ", "", "qualities[0].bits.first is missing")]
    [InlineData("\"rows\": 2400", "\"rows\": \"2400\"", "shapes[0].rows has a value of another type")]
    [InlineData("\"rows\": 2400", "\"rows\": 2400.5", "shapes[0].rows has a value of another type")]
    [InlineData("\"fill\": 255", "\"fill\": null", "dataSets[0].fill has a value of another type")]
    [InlineData("\"fill\": 255", "\"fill\": [255]", "dataSets[0].fill has a value of another type")]
    [InlineData("\"kind\": \"tile\"", "\"kind\": \"point\"", "kind has a value of another type")]
    [InlineData("\"kind\": \"tile\"", "\"kind\": 1", "kind has a value of another type")]
    [InlineData("\"title\": \"Snow\"", "\"title\": null", "dataSets[0].title has a value of another type")]
    [InlineData("2000-02-24", "2000-02-30", "twins[0].firstDay has a value of another type")]
    [InlineData("\"periodDays\": 1,", "\"periodDays\": 1, \"periodDays\": 2,", "periodDays appears twice")]
    [InlineData("\"kind\": \"tile\",", "\"kind\": \"tile\"", "line 4 is not JSON")]
    [InlineData("[0, 100]", "[0, 256]", "dataSets[0].validRange is outside uint8")]
    [InlineData("[0, 100]", "[-1, 100]", "dataSets[0].validRange is outside uint8")]
    [InlineData("[0, 100]", "[0, 99.5]", "dataSets[0].validRange is outside uint8")]
    [InlineData("[0, 100]", "[100, 0]", "dataSets[0].validRange ends before it begins")]
    [InlineData("\"fill\": 255", "\"fill\": -1", "dataSets[0].fill is outside uint8")]
    [InlineData("\"first\": 0, \"count\": 2", "\"first\": 7, \"count\": 2", "qualities[0].bits is outside uint8")]
    [InlineData("\"first\": 0, \"count\": 2", "\"first\": -1, \"count\": 2", "qualities[0].bits is outside uint8")]
    [InlineData("\"first\": 0, \"count\": 2", "\"first\": 0, \"count\": 0", "qualities[0].bits.count is not from 1 to 16")]
    [InlineData("\"best\": [0]", "\"best\": [4]", "qualities[0].choices.best has a value its 2 bits cannot hold")]
    [InlineData("\"best\": [0]", "\"best\": []", "qualities[0].choices.best accepts nothing")]
    [InlineData("\"defaultChoice\": \"good\"", "\"defaultChoice\": \"any\"", "qualities[0].defaultChoice is none of its choices")]
    [InlineData("\"quality\": \"basic\"", "\"quality\": \"other\"", "dataSets[0].quality is none of the qualities")]
    [InlineData("\"quality\": \"basic\"", "\"qualityBits\": { \"first\": 0, \"count\": 2 }", "dataSets[0].qualityBits needs a quality")]
    [InlineData("\"shape\": \"500m\"", "\"shape\": \"1km\"", "dataSets[0].shape is none of the shapes")]
    [InlineData("\"scale\": 0.01", "\"scale\": 0", "dataSets[0].scaling.scale is 0")]
    [InlineData("\"unit\": \"1\", ", "\"unit\": \"1\", \"bands\": [\"a\", \"a\"], ", "dataSets[0].bands has a name twice")]
    [InlineData("\"unit\": \"1\", ", "\"unit\": \"1\", \"bands\": [null], ", "dataSets[0].bands[0] is null")]
    [InlineData("[0, 1]", "null", "qualities[0].choices.good is null")]
    [InlineData("\"twins\": [ {", "\"twins\": [ null, {", "twins[0] is null")]
    [InlineData("\"kind\": \"tile\"", "\"kind\": \"swath\"", "shapes[0].geolocation is missing")]
    [InlineData("\"periodDays\": 1", "\"periodDays\": 0", "periodDays is not from 1 to 366")]
    [InlineData("MOD10A1", "mod10a1", "twins[0].id is not a name of letters, digits and _")]
    [InlineData("\"section\": \"all of it\"", "\"section\": \" \"", "sources[0].section is empty")]
    public void A_file_that_is_not_sound_is_refused_by_naming_the_member(string sound, string broken, string sentence)
    {
        Assert.Contains(sound, Snow);
        Assert.Equal($"MOD10A1.json: {sentence}.", Refusal(Snow.Replace(sound, broken)));
    }

    [Fact]
    public void A_data_set_needs_one_kind_of_scaling()
    {
        const string Scaling = "\"scaling\": { \"scale\": 0.01, \"offset\": 0, \"rule\": \"add\" }, ";
        const string BandScaling = "\"bandScaling\": { \"scales\": \"s\", \"offsets\": \"o\", \"rule\": \"add\" }, ";
        Assert.Equal("MOD10A1.json: dataSets[0] needs either scaling or bandScaling.", Refusal(Snow.Replace(Scaling, "")));
        Assert.Equal("MOD10A1.json: dataSets[0] needs either scaling or bandScaling.", Refusal(Snow.Replace(Scaling, Scaling + BandScaling)));
        Assert.Equal("MOD10A1.json: dataSets[0].bandScaling needs bands.", Refusal(Snow.Replace(Scaling, BandScaling)));
    }

    [Theory]
    [InlineData("null", "MOD10A1.json: the file holds null instead of a product.")]
    [InlineData("[]", "MOD10A1.json: the file has a value of another type.")]
    [InlineData("", "MOD10A1.json: line 1 is not JSON.")]
    public void A_file_that_is_no_object_is_refused(string json, string sentence) =>
        Assert.Equal(sentence, Refusal(json));

    [Fact]
    public void Two_files_for_one_product_are_refused() =>
        Assert.Equal(
            "b.json: twins[0].id MOD10A1 has a data file already.",
            Assert.Throws<InvalidDataException>(() => ProductCatalogue.Read([("a.json", Snow), ("b.json", Snow)])).Message);

    [Fact]
    public void A_geolocation_product_without_a_file_is_refused()
    {
        var radiances = ProductCatalogue.ShippedFiles().Single(x => x.Name == "MOD021KM.json");
        Assert.Equal(
            "MOD021KM.json: shapes[0].geolocation.product MOD03 has no data file.",
            Assert.Throws<InvalidDataException>(() => ProductCatalogue.Read([radiances])).Message);
    }

    private static string Refusal(string json) =>
        Assert.Throws<InvalidDataException>(() => ProductFileReader.Read("MOD10A1.json", json)).Message;
}
