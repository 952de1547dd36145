namespace AzurePerf.Imagery.Numerics;

/// <summary>A point of space, in radii of the Earth from its centre; z leads to the north pole, x to where the meridian of 0 meets the
/// equator.</summary>
internal readonly record struct Vector3(double X, double Y, double Z)
{
    public static Vector3 operator +(Vector3 left, Vector3 right) => new(left.X + right.X, left.Y + right.Y, left.Z + right.Z);

    public static Vector3 operator -(Vector3 left, Vector3 right) => new(left.X - right.X, left.Y - right.Y, left.Z - right.Z);

    public static Vector3 operator *(Vector3 vector, double factor) => new(vector.X * factor, vector.Y * factor, vector.Z * factor);

    /// <summary>The point of the surface at a position in degrees.</summary>
    public static Vector3 Of(double latitude, double longitude)
    {
        var (phi, lambda) = (latitude * Elementary.Degree, longitude * Elementary.Degree);
        var cosine = Elementary.Cos(phi);
        return new Vector3(cosine * Elementary.Cos(lambda), cosine * Elementary.Sin(lambda), Elementary.Sin(phi));
    }

    /// <summary>The position in degrees below a point.</summary>
    public (double Latitude, double Longitude) Position() =>
        (Elementary.Atan2(Z, Math.Sqrt(X * X + Y * Y)) / Elementary.Degree, Elementary.Atan2(Y, X) / Elementary.Degree);

    /// <summary>The product of lengths and the cosine of the angle between.</summary>
    public double Dot(Vector3 other) => X * other.X + Y * other.Y + Z * other.Z;

    /// <summary>The vector at right angles to both.</summary>
    public Vector3 Cross(Vector3 other) => new(Y * other.Z - Z * other.Y, Z * other.X - X * other.Z, X * other.Y - Y * other.X);
}
