using AzurePerf.Imagery.Products;
using Xunit;

namespace AzurePerf.ImageryTests.Products;

public sealed class ValueDecoderTests
{
    [Theory]
    [InlineData("MOD11A1", "LST_Day_1km", 15000, 300.0)]
    [InlineData("MOD11A1", "LST_Day_1km", 7500, 150.0)]
    [InlineData("MOD11A1", "LST_Day_1km", 7499, null)]
    [InlineData("MOD11A1", "LST_Day_1km", 0, null)]
    [InlineData("MOD11A1", "Day_view_angl", 0, -65.0)]
    [InlineData("MOD11A1", "Day_view_angl", 255, null)]
    [InlineData("MOD11A1", "Emis_31", 250, 0.99)]
    [InlineData("MOD07_L2", "K_Index", 15000, 300.0)]
    [InlineData("MOD06_L2", "Cloud_Top_Temperature", 10000, 250.0)]
    [InlineData("MOD06_L2", "Cloud_Optical_Thickness", 1234, 12.34)]
    [InlineData("MOD06_L2", "Cloud_Top_Temperature", -32768, null)]
    [InlineData("MOD04_L2", "Optical_Depth_Land_And_Ocean", -100, -0.1)]
    [InlineData("MOD04_L2", "Optical_Depth_Land_And_Ocean", -9999, null)]
    [InlineData("MOD05_L2", "Water_Vapor_Near_Infrared", 2500, 2.5)]
    [InlineData("MOD09GA", "sur_refl_b01_1", 16000, 1.6)]
    [InlineData("MOD09GA", "sur_refl_b01_1", 16001, null)]
    [InlineData("MOD09GA", "sur_refl_b01_1", -28672, null)]
    [InlineData("MCD15A2H", "Lai_500m", 100, 10.0)]
    [InlineData("MCD15A2H", "Lai_500m", 101, null)]
    [InlineData("MCD15A2H", "Lai_500m", 249, null)]
    [InlineData("MCD15A2H", "Lai_500m", 252, null)]
    [InlineData("MOD03", "Range", 28000, 700000.0)]
    [InlineData("MOD03", "Latitude", -999, null)]
    [InlineData("MOD03", "Latitude", double.NaN, null)]
    public void A_stored_value_becomes_a_physical_one_or_nothing(string id, string name, double stored, double? expected)
    {
        var value = new ValueDecoder(DataSet(id, name)).Decode(stored);
        Assert.Equal(expected is null, value is null);
        if (expected is { } number) Assert.Equal(number, value!.Value, 12);
    }

    [Fact]
    public void The_thickest_clouds_have_a_value_though_their_granules_give_an_older_range()
    {
        var decoder = new ValueDecoder(DataSet("MOD06_L2", "Cloud_Optical_Thickness"));

        Assert.Equal(150, decoder.Decode(15000)!.Value, 12);
        Assert.Null(decoder.Decode(15001));
    }

    [Theory]
    [InlineData(1316.9722, 0.02)]
    [InlineData(32767, 0.649001)]
    [InlineData(32768, null)]
    [InlineData(65535, null)]
    public void A_band_uses_the_scale_of_the_granule(double stored, double? expected)
    {
        var value = new ValueDecoder(DataSet("MOD021KM", "EV_1KM_RefSB"), scale: 2e-5, offset: 316.9722).Decode(stored);
        Assert.Equal(expected is null, value is null);
        if (expected is { } number) Assert.Equal(number, value!.Value, 5);
    }

    [Fact]
    public void One_scale_and_a_scale_for_each_band_are_not_mixed_up()
    {
        Assert.Throws<ArgumentException>(() => new ValueDecoder(DataSet("MOD021KM", "EV_1KM_RefSB")));
        Assert.Throws<ArgumentException>(() => new ValueDecoder(DataSet("MOD11A1", "LST_Day_1km"), 1, 0));
    }

    [Fact]
    public void A_fill_value_with_fractions_is_known_as_the_float_it_is_stored_as()
    {
        var dataSet = DataSet("MOD03", "Latitude") with { Fill = new(-999.9, -999.9), ValidRange = new(-1000, 90) };
        Assert.Null(new ValueDecoder(dataSet).Decode(-999.9f));
        Assert.Equal(-999.5, new ValueDecoder(dataSet).Decode(-999.5f));
    }

    [Theory]
    [InlineData("best", 0b00, true)]
    [InlineData("best", 0b01, false)]
    [InlineData(null, 0b01, true)]
    [InlineData("good", 0b10, false)]
    [InlineData("good", 0b11111100, true)]
    [InlineData("any", 0b11, true)]
    public void The_request_chooses_the_quality(string? choice, long flags, bool accepted)
    {
        var product = ProductCatalogue.Shipped.Find("MYD11A1")!;
        var dataSet = product.FindDataSet("LST_Night_1km")!;
        var mask = new QualityMask(product.QualityOf(dataSet)!, choice);
        Assert.Equal(accepted ? 300 : null, new ValueDecoder(dataSet).Decode(15000, mask, flags));
    }

    [Fact]
    public void A_reflectance_is_refused_by_the_flags_of_its_own_band_only()
    {
        var product = ProductCatalogue.Shipped.Find("MOD09GA")!;
        bool Accepts(string name, long flags) => new QualityMask(product.QualityOf(product.FindDataSet(name)!)!).Accepts(flags);
        Assert.True(Accepts("sur_refl_b01_1", 0b1111_0000_00));
        Assert.False(Accepts("sur_refl_b02_1", 0b1111_0000_00));
    }

    [Fact]
    public void Flags_of_a_signed_type_keep_their_highest_bit() =>
        Assert.True(new QualityMask(Signed).Accepts(unchecked((sbyte)0b1000_0000)));

    [Fact]
    public void An_unknown_choice_is_refused_with_the_ones_there_are()
    {
        var quality = ProductCatalogue.Shipped.Find("MOD11A1")!.File.Qualities[0];
        var refused = Assert.Throws<ArgumentException>(() => new QualityMask(quality, "perfect"));
        Assert.StartsWith("unknown quality perfect; choices: best, good, any", refused.Message);
    }

    private static Quality Signed => new(
        "flags", "Flags", NumberType.Int8, new(6, 2), new Dictionary<string, IReadOnlyList<int>> { ["two"] = [2] }, "two");

    private static DataSet DataSet(string id, string name) => ProductCatalogue.Shipped.Find(id)!.FindDataSet(name)!;
}
