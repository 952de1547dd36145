using System.Text.Json;

namespace AzurePerf.Core.Runs;

/// <summary>Whether every text of a JSON document is Unicode.</summary>
public static class UnicodeCheck
{
    /// <summary>What is wrong with a document in which they are not.</summary>
    public static SpecFault Fault { get; } = new("", "is not valid JSON: a text in it is not Unicode");

    /// <summary>False for half a surrogate pair or bytes that are not UTF-8, which the parser lets pass and every reader of the text
    /// stumbles over.</summary>
    public static bool AreIn(ReadOnlySpan<byte> body)
    {
        var reader = new Utf8JsonReader(body);
        try
        {
            while (reader.Read())
            {
                if (reader.TokenType is JsonTokenType.String or JsonTokenType.PropertyName)
                {
                    reader.GetString();
                }
            }
        }
        catch (InvalidOperationException)
        {
            return false;
        }
        catch (JsonException)
        {
            // The parser that comes next says what is wrong.
            return true;
        }

        return true;
    }
}
