using System.Text.Json;

namespace AzurePerf.Core.Runs;

/// <summary>Whether every text of a JSON document is Unicode.</summary>
internal static class WholeTexts
{
    /// <summary>False for half a surrogate pair or bytes that are not UTF-8, which the parser lets pass and every reader of the text stumbles over.</summary>
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
