using System.Globalization;
using System.Text;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Queues;

/// <summary>
/// The text of every message of a run: letters and digits, one byte each on the wire, so that no encoding changes its size. The same seed
/// and size always give the same text, so that whoever receives it can compare every byte.
/// </summary>
internal sealed class MessageContent
{
    private const string Alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

    private readonly byte[] _bytes;

    public MessageContent(int seed, int messageBytes)
    {
        Text = string.Create(messageBytes, new Random(seed), (characters, random) => random.GetItems(Alphabet, characters));
        _bytes = Encoding.UTF8.GetBytes(Text);
        Body = new(_bytes);
    }

    public string Text { get; }

    /// <summary>The text in its bytes on the wire, ready to send.</summary>
    public BinaryData Body { get; }

    /// <exception cref="CorruptDataException">The body is not the text.</exception>
    public void Verify(BinaryData body)
    {
        var bytes = body.ToMemory().Span;
        if (!bytes.SequenceEqual(_bytes))
        {
            throw new CorruptDataException(bytes.Length == _bytes.Length
                ? string.Create(CultureInfo.InvariantCulture,
                    $"The message differs from what was sent, from byte {bytes.CommonPrefixLength(_bytes)} on.")
                : string.Create(CultureInfo.InvariantCulture, $"A message of {bytes.Length} bytes came where {_bytes.Length} were sent."));
        }
    }
}
