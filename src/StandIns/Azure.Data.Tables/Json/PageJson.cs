using System.Text.Json;

namespace Azure.Data.Tables.Json;

/// <summary>The envelope around the rows of a page.</summary>
internal static class PageJson
{
    /// <summary>Moves to the start of the array named value; false if the answer has none.</summary>
    public static bool MoveToRows(ref Utf8JsonReader reader)
    {
        reader.Read();
        while (reader.Read() && reader.TokenType is JsonTokenType.PropertyName)
        {
            bool isRows = reader.ValueTextEquals("value"u8);
            reader.Read();
            if (isRows)
            {
                return reader.TokenType is JsonTokenType.StartArray;
            }

            reader.Skip();
        }

        return false;
    }
}
