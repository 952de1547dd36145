using System.Text;
using AzurePerf.Core.Programs;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Programs;

public sealed class ProgramManifestTests
{
    private const string Start = "\"name\": \"ndvi\", \"run\": \"bin/ndvi\", \"inputs\": \"geotiff\"";

    [Fact]
    public void A_manifest_is_read_with_all_that_it_says()
    {
        var (manifest, fault) = Read($$"""
            { {{Start}}, "arguments": ["--flag", ""], "outputs": ["ndvi.tif", "picture.png", "mean.csv"],
              "limits": { "memoryMegabytes": 256, "seconds": 30, "processes": 4, "fileMegabytes": 50, "files": 100 } }
            """);

        Assert.Equal("", fault);
        Assert.Equal(("ndvi", "bin/ndvi", ProgramInput.GeoTiff), (manifest!.Name, manifest.Run, manifest.Inputs));
        Assert.Equal(["--flag", ""], manifest.Arguments);
        Assert.Equal(["ndvi.tif", "picture.png", "mean.csv"], manifest.Outputs);
        Assert.Equal(new(256, 30, 4, 50, 100), manifest.Limits);
    }

    [Fact]
    public void A_manifest_may_begin_with_the_byte_order_mark_that_editors_on_Windows_write()
    {
        var (manifest, fault) = Read($$"""
            ﻿{ {{Start}}, "outputs": ["a.csv"] }
            """.Replace("\\uFEFF", "\uFEFF", StringComparison.Ordinal));

        Assert.Equal(("", "ndvi"), (fault, manifest?.Name));
    }

    [Fact]
    public void Arguments_and_limits_may_be_left_out()
    {
        var (manifest, _) = Read($$"""{ {{Start}}, "outputs": ["a.csv"] }""");

        Assert.Empty(manifest!.Arguments);
        Assert.Equal(ProgramLimitRequest.None, manifest.Limits);
    }

    [Theory]
    [InlineData("[]", "reduce.json must be a JSON object.")]
    [InlineData("{", "reduce.json is not valid JSON, or has a member twice.")]
    [InlineData("""{ "name": "a", "name": "b" }""", "reduce.json is not valid JSON, or has a member twice.")]
    [InlineData("""{ "nam": "ndvi" }""", "reduce.json has 'nam', which is not known - did you mean name?; it may have name, run, arguments, inputs, outputs, limits.")]
    [InlineData("""{ "name": "NDVI" }""", "reduce.json must have as name 1 to 40 lower-case letters, digits, hyphens and underscores, a letter first.")]
    [InlineData("""{ "name": 1 }""", "reduce.json must have as name a text.")]
    [InlineData("""{ "name": "\ud800" }""", "reduce.json must have as name a text.")]
    [InlineData("""{ "name": "a" }""", "reduce.json has no run.")]
    [InlineData("""{ "name": "a", "run": "../a" }""", "reduce.json must have as run the path of a file; '../a' contains '.' or '..'.")]
    [InlineData("""{ "name": "a", "run": "a", "arguments": "x" }""", "reduce.json must have as arguments a list of texts.")]
    [InlineData("""{ "name": "a", "run": "a", "arguments": ["\u0000"] }""", "reduce.json must have as arguments at most 32 texts, each of at most 1000 characters without control characters.")]
    [InlineData("""{ "name": "a", "run": "a", "inputs": "png" }""", "reduce.json must have as inputs geotiff or flat.")]
    [InlineData("""{ "name": "a", "run": "a", "inputs": "flat", "outputs": [] }""", "reduce.json must have as outputs 1 to 16 names of files.")]
    [InlineData("""{ "name": "a", "run": "a", "inputs": "flat", "outputs": ["a.csv", "A.csv"] }""", "reduce.json has an output twice (case does not count).")]
    public void What_is_wrong_is_said_in_one_sentence(string json, string fault) => Assert.Equal((null, fault), Read(json));

    [Theory]
    [InlineData("a.txt")]
    [InlineData("a/b.csv")]
    [InlineData("../b.csv")]
    [InlineData(".csv")]
    [InlineData("-a.csv")]
    [InlineData("a.CSV")]
    public void An_output_is_the_name_of_a_file_with_a_known_suffix(string output) =>
        Assert.StartsWith($"reduce.json has the output '{output}'", Read($$"""{ {{Start}}, "outputs": ["{{output}}"] }""").Fault, StringComparison.Ordinal);

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("1.5")]
    [InlineData("\"60\"")]
    [InlineData("86401")]
    public void A_limit_is_a_whole_number_in_range(string number) => Assert.Equal(
        "reduce.json must have as limits.seconds a whole number from 1 to 86,400.", Read($$"""{ {{Start}}, "outputs": ["a.csv"], "limits": { "seconds": {{number}} } }""").Fault);

    [Fact]
    public void Whatever_bytes_it_is_made_of_it_is_a_manifest_or_a_sentence()
    {
        var good = Encoding.UTF8.GetBytes($$"""{ {{Start}}, "arguments": ["a"], "outputs": ["a.csv"], "limits": { "seconds": 1 } }""");
        Gen.Select(Gen.Int[0, good.Length - 1], Gen.Byte).Array[1, 3].Sample(changes =>
        {
            var bytes = good.ToArray();
            foreach (var (at, value) in changes)
            {
                bytes[at] = value;
            }

            var (manifest, fault) = ProgramManifest.Read(bytes);
            Assert.True(manifest is null ? fault.EndsWith('.') && !fault.Any(char.IsControl) : fault.Length == 0, fault);
        });
    }

    [Fact]
    public void A_program_gets_what_it_asks_for_up_to_what_the_operator_allows()
    {
        var most = new ProgramLimits(1_024, 30, 8, 200, 500);

        Assert.Equal(new(512, 30, 8, 100, 500), ProgramLimits.Of(ProgramLimitRequest.None, most));
        Assert.Equal(new(700, 10, 2, 150, 20), ProgramLimits.Of(new(700, 10, 2, 150, 20), most));
        Assert.Null(ProgramLimits.WhyNot(ProgramLimitRequest.None, most));
        Assert.Null(ProgramLimits.WhyNot(new(1_024, 30, 8, 200, 500), most));
        Assert.Equal("The program asks for 31 s (seconds); the operator allows at most 30 s.", ProgramLimits.WhyNot(new(Seconds: 31), most));
    }

    [Fact]
    public void A_hash_is_64_small_hexadecimal_digits_and_eight_of_them_are_a_beginning()
    {
        var hash = new string('0', 56) + "89abcdef";

        Assert.True(ProgramHash.IsValid(hash));
        Assert.False(ProgramHash.IsValid(hash[1..]));
        Assert.False(ProgramHash.IsValid(hash.ToUpperInvariant()));
        Assert.True(ProgramHash.IsPrefix("89abcdef"));
        Assert.False(ProgramHash.IsPrefix("9abcdef"));
        Assert.False(ProgramHash.IsPrefix(hash + "0"));
        Assert.False(ProgramHash.IsPrefix(null));
    }

    private static (ProgramManifest? Manifest, string Fault) Read(string json) => ProgramManifest.Read(Encoding.UTF8.GetBytes(json));
}
