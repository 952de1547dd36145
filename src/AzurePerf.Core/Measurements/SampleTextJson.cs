using System.Text.Json;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Measurements;

/// <summary>Samples as one text in JSON, see <see cref="SampleText"/>. A writer with a stream gets it a block at a time, so that the text
/// of 100,000 samples, 5 MB, does not have to be in memory at once.</summary>
internal sealed class SampleTextJson : JsonConverter<IReadOnlyList<Sample>>
{
    private const int Block = 16_384;

    public override IReadOnlyList<Sample> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        SampleText.Read(reader.GetString());

    public override void Write(Utf8JsonWriter writer, IReadOnlyList<Sample> value, JsonSerializerOptions options)
    {
        var block = new char[Block];
        var length = SampleText.Header.Length;
        SampleText.Header.CopyTo(block);
        block[length++] = '\n';
        foreach (var sample in value)
        {
            if (Block - length < SampleText.LongestLine)
            {
                writer.WriteStringValueSegment(block.AsSpan(0, length), isFinalSegment: false);
                writer.Flush();
                length = 0;
            }

            length += SampleText.WriteLine(sample, block.AsSpan(length));
        }

        writer.WriteStringValueSegment(block.AsSpan(0, length), isFinalSegment: true);
    }
}
