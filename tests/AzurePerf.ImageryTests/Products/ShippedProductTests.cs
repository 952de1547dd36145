using AzurePerf.Imagery.Products;
using Xunit;

namespace AzurePerf.ImageryTests.Products;

public sealed class ShippedProductTests
{
    private static readonly ProductCatalogue Shipped = ProductCatalogue.Shipped;

    public static TheoryData<string> Ids => [.. Shipped.Products.Select(x => x.Id)];

    [Fact]
    public void All_products_and_their_twins_are_known() =>
        Assert.Equal(
            [
                "MCD15A2H", "MOD021KM", "MOD03", "MOD04_L2", "MOD05_L2", "MOD06_L2", "MOD07_L2", "MOD09GA", "MOD11A1", "MOD11_L2",
                "MYD021KM", "MYD03", "MYD04_L2", "MYD05_L2", "MYD06_L2", "MYD07_L2", "MYD09GA", "MYD11A1", "MYD11_L2",
            ],
            Shipped.Products.Select(x => x.Id));

    [Fact]
    public void A_data_file_has_the_name_of_its_first_product() =>
        Assert.All(
            ProductCatalogue.ShippedFiles(),
            x => Assert.Equal(x.Name, ProductFileReader.Read(x.Name, x.Json).Twins[0].Id + ".json"));

    [Theory]
    [MemberData(nameof(Ids))]
    public void Ids_tell_the_satellite(string id) =>
        Assert.Equal(
            Shipped.Find(id)!.Twin.Platform,
            id[1] switch { 'O' => Platform.Terra, 'Y' => Platform.Aqua, _ => Platform.Combined });

    [Theory]
    [MemberData(nameof(Ids))]
    public void Stored_values_fit_their_number_type_and_fill_is_not_valid(string id) =>
        Assert.All(Shipped.Find(id)!.File.DataSets, x =>
        {
            Assert.All(new[] { x.Fill.First, x.Fill.Last, x.ValidRange.First, x.ValidRange.Last }, y => Assert.True(x.NumberType.Holds(y)));
            Assert.True(x.Fill.Last < x.ValidRange.First || x.Fill.First > x.ValidRange.Last, x.Name);
        });

    [Theory]
    [MemberData(nameof(Ids))]
    public void Every_choice_of_quality_makes_a_mask_and_the_widest_accepts_everything(string id)
    {
        foreach (var quality in Shipped.Find(id)!.File.Qualities)
        {
            Assert.All(quality.Choices.Keys, x => Assert.NotNull(new QualityMask(quality, x)));
            var any = new QualityMask(quality, "any");
            Assert.All(Enumerable.Range(0, 1 << quality.Bits.Count), x => Assert.True(any.Accepts((long)x << quality.Bits.First)));
        }
    }

    [Fact]
    public void Geolocation_cells_of_a_coarse_grid_lie_within_the_data()
    {
        foreach (var product in Shipped.Products.Where(x => x.File.Kind == ProductKind.Swath))
            foreach (var shape in product.File.Shapes)
                Assert.True(shape.Geolocation!.Offset < shape.Geolocation.Increment, $"{product.Id} {shape.Name}");
    }

    [Theory]
    [InlineData("MOD021KM", "MOD03")]
    [InlineData("MYD021KM", "MYD03")]
    public void Radiances_are_located_by_the_product_of_the_same_satellite(string id, string geolocation)
    {
        var product = Shipped.Find(id)!;
        Assert.Equal(geolocation, Shipped.GeolocationOf(product, product.File.Shapes[0])!.Id);
    }

    [Fact]
    public void Other_products_need_no_second_file()
    {
        var product = Shipped.Find("MOD05_L2")!;
        Assert.All(product.File.Shapes, x => Assert.Null(Shipped.GeolocationOf(product, x)));
    }

    [Fact]
    public void The_36_bands_are_there_once()
    {
        var bands = Shipped.Find("MOD021KM")!.File.DataSets.SelectMany(x => x.Bands!).ToList();
        Assert.Equal(38, bands.Count);
        Assert.Equal(Enumerable.Range(1, 36), bands.Select(x => int.Parse(x.TrimEnd('l', 'h', 'i', 'o'))).Distinct().Order());
    }

    [Fact]
    public void Each_reflectance_is_masked_by_the_bits_of_its_band()
    {
        var product = Shipped.Find("MOD09GA")!;
        Assert.Equal(2, product.QualityOf(product.FindDataSet("sur_refl_b01_1")!)!.Bits.First);
        Assert.Equal(26, product.QualityOf(product.FindDataSet("sur_refl_b07_1")!)!.Bits.First);
        Assert.Null(product.QualityOf(product.FindDataSet("SolarZenith_1")!));
        Assert.Equal("1km", product.ShapeOf(product.FindDataSet("SolarZenith_1")!).Name);
    }

    [Theory]
    [InlineData("MOD11A1", "2010-02-01", true)]
    [InlineData("MOD11A1", "2000-02-24", true)]
    [InlineData("MOD11A1", "2000-02-23", false)]
    [InlineData("MYD11A1", "2002-07-02", false)]
    [InlineData("MCD15A2H", "2002-07-04", true)]
    [InlineData("MCD15A2H", "2010-01-01", true)]
    [InlineData("MCD15A2H", "2010-01-02", false)]
    [InlineData("MCD15A2H", "2010-01-09", true)]
    [InlineData("MCD15A2H", "2009-12-27", true)]
    [InlineData("MCD15A2H", "2008-12-26", true)]
    [InlineData("MCD15A2H", "2002-06-26", false)]
    public void Only_days_that_can_have_a_granule_are_days_of_a_product(string id, string day, bool possible) =>
        Assert.Equal(possible, Shipped.Find(id)!.IsDay(DateOnly.Parse(day)));
}
